#!/usr/bin/env node
// Makes the pictures of docs/gallery.md anew, from the program itself. Needs a Chromium.
//
// usage: make-gallery PROGRAM        (from the root of the project)
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Browser, findBrowser} from '../tests/reports/browser.mjs';

const program = process.argv[2];
const work = mkdtempSync(join(tmpdir(), 'conform-gallery-'));
const conform = (...parts) => {
  const run = spawnSync(program, parts, {encoding: 'utf8'});
  if (run.status !== 0 && run.status !== 1) throw new Error(run.stderr);
};

const question = 'scenarios/thread/seed-01-original.json';
for (const semantics of ['draft', 'option-1', 'prototype-2024'])
  conform('draw', question, '--semantics', semantics, '-o', `docs/gallery/${semantics}.svg`);

const page = join(work, 'report.html');
conform('run', 'scenarios/thread', 'scenarios/regressions', '--subject', 'cpu:never-settles', '--repeat', '20', '--report', `html=${page}`);
const browser = new Browser(findBrowser());
const shot = async (name, options, script = '0') => {
  await browser.open(`file://${page}#${encodeURIComponent('seed-06-dispatch-output-destroyed-read-pending / draft / cpu:never-settles')}`, options);
  await browser.evaluate(script);
  writeFileSync(`docs/gallery/${name}.png`, await browser.screenshot());
};
await shot('divergence', {width: 1200, height: 860});
await shot('stepper-dark', {width: 1200, height: 860, dark: true}, `(() => {
  const slider = document.querySelector('.stepper input');
  slider.value = 12;
  slider.dispatchEvent(new Event('input'));
  document.querySelector('.lanes').scrollIntoView();
})()`);
await shot('narrow', {width: 420, height: 860}, `document.querySelector('#finding').scrollIntoView()`);
await browser.close();
rmSync(work, {recursive: true});
