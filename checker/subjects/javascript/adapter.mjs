#!/usr/bin/env node
// The subject protocol (docs/subject-protocol.md) for any JavaScript implementation of WebNN that runs in Node:
//
//   conform run --subject 'process:node checker/subjects/javascript/adapter.mjs ./my-webnn.mjs' scenarios
//
// The module exports `ml` and `MLGraphBuilder` (and MLTensor), or sets them up as globals as a polyfill does. It may
// export `subject`, `version` and `capabilities` too. Scenarios are interpreted by the browser subject's own driver.

import {createInterface} from 'node:readline';
import {pathToFileURL} from 'node:url';
import path from 'node:path';
import './driver.js';

const [module] = process.argv.slice(2);
if (!module) {
  console.error('usage: adapter.mjs MODULE    (a module that exports ml and MLGraphBuilder, or defines navigator.ml)');
  process.exit(2);
}

const given = await import(module.startsWith('.') || path.isAbsolute(module) ? pathToFileURL(path.resolve(module)).href : module);
const realm = {
  ml: given.ml ?? globalThis.navigator?.ml,
  MLGraphBuilder: given.MLGraphBuilder ?? globalThis.MLGraphBuilder,
  MLTensor: given.MLTensor ?? globalThis.MLTensor,
};
if (!realm.ml || !realm.MLGraphBuilder) {
  console.error(`adapter.mjs: ${module} offers no ml and MLGraphBuilder`);
  process.exit(3);
}

const write = process.stdout.write.bind(process.stdout);
const send = (message) => write(`${JSON.stringify(message)}\n`);
console.log = console.error;  // What the implementation prints must not be taken for a message.

const driver = globalThis.makeWebNNDriver(realm);
let queue = Promise.resolve(0);

createInterface({input: process.stdin}).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.message === 'hello') {
    send({message: 'hello', protocol: 1, subject: given.subject ?? path.basename(module), version: given.version ?? '',
          capabilities: given.capabilities ?? {}});
  } else if (message.message === 'run') {
    const {id, scenario, seed, quiet} = message;
    queue = queue.then(() => driver.run(scenario, {seed, quiet}, (told) => send({...told, id})));
  } else if (message.message === 'cancel') {
    driver.cancel();
  }
}).on('close', () => process.exit(0));
