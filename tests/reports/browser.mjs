// A headless Chromium, driven over a pipe: opens one page at a time. Nothing is installed, nothing is left behind.
import {spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';

/** Debian's Chromium, else the one that tools/fetch-chromium brings; nothing: there is none. */
export function findBrowser() {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], {encoding: 'utf8'});
    if (found.status === 0) return found.stdout.trim();
  }
  const cache = process.env.WEBNN_CONFORM_CACHE ||
      join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'webnn-conform');
  const cached = join(cache, 'chromium-153', 'headless_shell');
  return existsSync(cached) ? cached : undefined;
}

export class Browser {
  #calls = new Map();
  #waiting = [];
  #next = 0;
  #text = '';

  constructor(path) {
    this.profile = mkdtempSync(join(tmpdir(), 'conform-browser-'));
    this.process = spawn(path, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars',
      '--remote-debugging-pipe', `--user-data-dir=${this.profile}`], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.errors = [];
    this.process.stdio[4].setEncoding('utf8').on('data', (data) => {
      const parts = (this.#text + data).split('\0');
      this.#text = parts.pop();
      for (const part of parts) this.#hear(JSON.parse(part));
    });
  }

  #hear(message) {
    if (message.id !== undefined) {
      const {resolve, reject} = this.#calls.get(message.id);
      this.#calls.delete(message.id);
      if (message.error) reject(new Error(message.error.message)); else resolve(message.result);
      return;
    }
    if (message.method === 'Runtime.exceptionThrown') {
      const details = message.params.exceptionDetails;
      this.errors.push(details.exception?.description || details.text);
    }
    this.#waiting = this.#waiting.filter(({method, resolve}) => method !== message.method || resolve(message.params));
  }

  call(method, params = {}) {
    const id = ++this.#next;
    this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId: this.session}) + '\0');
    return new Promise((resolve, reject) => this.#calls.set(id, {resolve, reject}));
  }

  /** The next event of this name. */
  event(method) {
    return new Promise((resolve) => this.#waiting.push({method, resolve: (params) => void resolve(params)}));
  }

  /** Opens a page of its own, with this many CSS pixels; gives the milliseconds until its load event. */
  async open(url, {width = 1280, height = 900, dark = false} = {}) {
    this.session = undefined;
    const {targetId} = await this.call('Target.createTarget', {url: 'about:blank'});
    this.session = (await this.call('Target.attachToTarget', {targetId, flatten: true})).sessionId;
    await this.call('Page.enable');
    await this.call('Runtime.enable');
    await this.call('Performance.enable', {timeDomain: 'threadTicks'});
    await this.call('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
    await this.call('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]});
    const loaded = this.event('Page.loadEventFired');
    const begin = performance.now();
    await this.call('Page.navigate', {url});
    await loaded;
    return performance.now() - begin;
  }

  /** The value of an expression in the page; promises are awaited. */
  async evaluate(expression) {
    const answer = await this.call('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description || answer.exceptionDetails.text);
    return answer.result.value;
  }

  /** Milliseconds that the page's main thread has computed so far: what else the machine does is not in it. */
  async busyMilliseconds() {
    const {metrics} = await this.call('Performance.getMetrics');
    return 1000 * metrics.find((metric) => metric.name === 'TaskDuration').value;
  }

  async press(key) {
    const code = {ArrowRight: 39, ArrowLeft: 37, ArrowDown: 40, ArrowUp: 38, End: 35, Home: 36}[key];
    for (const type of ['keyDown', 'keyUp'])
      await this.call('Input.dispatchKeyEvent', {type, key, code: key, windowsVirtualKeyCode: code});
  }

  async screenshot() {
    return Buffer.from((await this.call('Page.captureScreenshot', {format: 'png'})).data, 'base64');
  }

  async close() {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await gone;
    rmSync(this.profile, {recursive: true, force: true, maxRetries: 5});
  }
}
