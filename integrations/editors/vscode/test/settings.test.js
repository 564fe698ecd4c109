'use strict';

const assert = require('node:assert');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const manifest = require('../package.json');
const { documents, options, program } = require('../src/settings');

test('the program is what the settings say', () => {
  assert.deepStrictEqual(program({}, undefined), { command: 'alpinist', args: ['lsp'] });
  assert.deepStrictEqual(program({ path: ' ' }, '/p'), { command: 'alpinist', args: ['lsp'] });
  const wanted = { path: '${workspaceFolder}/bin/alpinist', arguments: ['--jobs', '2'] };
  assert.deepStrictEqual(program(wanted, '/p'), {
    command: '/p/bin/alpinist',
    args: ['lsp', '--jobs', '2'],
  });
  assert.strictEqual(program({ path: '~/a' }, '/p').command, path.join(os.homedir(), 'a'));
});

test('what is absent is what the manifest says', () => {
  const declared = manifest.contributes.configuration.properties;
  for (const [name, value] of Object.entries(options({}))) {
    assert.strictEqual(declared[`alpinist.${name}`].default, value, name);
  }
});

test('kernels can be left out', () => {
  assert.strictEqual(documents(false).length, 1);
  assert.strictEqual(documents(true).length, 3);
});
