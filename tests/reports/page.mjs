// The report page in a real browser: opens, filters, steps, expands; nothing of a finding is taken for markup; axe finds
// nothing to complain of; 2,000 findings open in under two seconds of computing.
//
// usage: node page.mjs SAMPLE.html LARGE.html        exit status: 0 all holds, 1 not, 77 (skipped) without a browser
import {existsSync, readFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {Browser, findBrowser} from './browser.mjs';

const path = findBrowser();
if (!path) {
  console.log('skipped: there is no Chromium here (Debian: apt-get install chromium)');
  process.exit(77);
}
const [sample, large] = process.argv.slice(2).map((file) => pathToFileURL(file).href);
const browser = new Browser(path);
let failures = 0;
function check(sentence, holds, detail = '') {
  if (!holds) ++failures;
  console.log(`${holds ? 'ok' : 'FAILED'}: ${sentence}${detail ? ` (${detail})` : ''}`);
}
const page = (expression) => browser.evaluate(expression);
const shown = () => page(`[...document.querySelectorAll('#list li')].filter((li) => !li.hidden).length`);
const text = (selector) => page(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);

const cache = process.env.WEBNN_CONFORM_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'webnn-conform');
const axe = join(cache, 'axe-core', 'axe.min.js');
async function accessible(what) {
  if (!existsSync(axe)) return console.log(`skipped: axe is not in the cache (run tools/fetch-axe): ${what}`);
  await page(readFileSync(axe, 'utf8') + ';0');
  const violations = await page(`axe.run(document).then((result) => result.violations.map((violation) =>
      violation.id + ': ' + violation.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', ')))`);
  check(`axe has nothing against ${what}`, violations.length === 0, violations.join('; '));
}

await browser.open(sample);
const total = await shown();
check('all findings are listed', total === 9, `${total}`);
check('no string of a finding is taken for markup', await page(`document.querySelectorAll('script').length`) === 3);
check('the page is styled', await page(`getComputedStyle(document.querySelector('#verdicts')).display`) === 'flex');
check('the first finding is shown, and it is a divergence', (await text('#finding .verdict')) === 'diverges');
check('control characters are shown and have no effect', !/[\u001b\u202e]/.test(await text('body')));
check('no value is shown as an object', !(await text('#finding')).includes('[object'));
await accessible('the page of a divergence, in light');

await page(`document.querySelector('#verdicts button').click()`);
check('a verdict can be filtered away', await shown() === total - 3, `${await shown()}`);
check('what is filtered is said', (await text('#shown')).startsWith(`${total - 3} of ${total}`));
await page(`document.querySelector('#verdicts button').click()`);
await page(`(() => { const search = document.querySelector('#search'); search.value = 'READ-then'; search.dispatchEvent(new Event('input')); })()`);
check('a search narrows the list, in any case of letters', await shown() === 2, `${await shown()}`);
await page(`(() => { const subject = document.querySelector('#subject'); subject.value = 'cpu'; subject.dispatchEvent(new Event('change')); })()`);
check('a subject narrows it further', await shown() === 1);
await page(`[...document.querySelectorAll('#list li')].find((li) => !li.hidden).firstChild.click()`);
check('a click opens a finding', (await text('#finding .verdict')) === 'conforms');
check('its address is kept', decodeURIComponent(await page('location.hash')) === '#read-then-destroy / draft / cpu');

check('the stepper begins at the first step', (await text('.card')).startsWith('1 of 5'));
await page(`[...document.querySelectorAll('.stepper button')].pop().click()`);
check('a button steps', (await text('.card')).startsWith('2 of 5'));
await page(`document.querySelector('.lanes').focus()`);
await browser.press('ArrowRight');
await browser.press('ArrowRight');
check('an arrow key steps', (await text('.card')).startsWith('4 of 5'), (await text('.card')).slice(0, 12));
await browser.press('End');
await browser.press('ArrowLeft');
await browser.press('ArrowLeft');
check('the step of the draft is a link', (await page(`document.querySelector('.card a').href`)).startsWith('https://www.w3.org/TR/webnn/#dom-'));
check('what script has seen by then stands beside it', (await text('.card')).includes('r rejected InvalidStateError'));
check('what else was allowed stands beside the run', (await text('#finding table')).includes('r resolved [1, 2]'));
check('the lanes are drawn, with arrows', await page(`document.querySelectorAll('.lanes .cause').length`) === 2);
check('memory over time is drawn', await page(`document.querySelectorAll('.legend li').length`) >= 1);

await page(`(() => { document.querySelector('#subject').value = ''; document.querySelector('#subject').dispatchEvent(new Event('change')); })()`);
await page(`[...document.querySelectorAll('#list li')].find((li) => !li.hidden).firstChild.focus()`);
await browser.press('ArrowDown');
check('arrow keys walk the list', await page(`document.activeElement.parentElement.parentElement.id`) === 'list');
check('the first difference is marked', (await page(`[...document.querySelectorAll('#list li')].find((li) => !li.hidden).firstChild.click(),
    document.querySelector('tr.differs th')?.textContent`)).includes('first difference'));
check('what was allowed is told, with the step', (await text('.alternatives')).includes('#dom-mltensor-destroy step 2.2'));

await browser.open(sample, {width: 400, height: 800, dark: true});
check('a narrow page does not scroll sideways', await page('document.documentElement.scrollWidth') <= 400);
check('dark is dark', await page(`getComputedStyle(document.body).backgroundColor`) === 'rgb(20, 23, 26)');
await accessible('the narrow page, in dark');

// The best of three openings, in the page's own time.
const elapsed = [], busy = [];
for (let i = 0; i < 3; ++i) {
  elapsed.push(Math.round(await browser.open(large)));
  busy.push(Math.round(await browser.busyMilliseconds()));
}
check('2,000 findings are listed', await shown() === 2000);
check('2,000 findings open in under two seconds of computing', Math.min(...busy) > 0 && Math.min(...busy) < 2000,
    `${Math.min(...busy)} ms; ${Math.min(...elapsed)} ms passed`);
check('no script has failed', browser.errors.length === 0, browser.errors.join('; '));
await browser.close();
process.exit(failures ? 1 : 0);
