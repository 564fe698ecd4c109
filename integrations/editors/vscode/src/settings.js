// What the settings mean to the server. No editor is needed here, so that it can be tested alone.
'use strict';

const os = require('node:os');
const path = require('node:path');

/**
 * The program to start and its arguments.
 *
 * @param {{path?: string, arguments?: string[]}} settings those of the user
 * @param {string | undefined} folder the first folder of the workspace
 * @returns {{command: string, args: string[]}} what `spawn` takes
 */
function program(settings, folder) {
  let command = (settings.path ?? '').trim() || 'alpinist';
  if (command === '~' || command.startsWith('~/')) {
    command = path.join(os.homedir(), command.slice(1));
  }
  command = command.replaceAll('${workspaceFolder}', folder ?? '');
  return { command, args: ['lsp', ...(settings.arguments ?? [])] };
}

/**
 * The options that the server is told first (docs/editors.md, "Options").
 *
 * @param {{verify?: string, pause?: number, hints?: boolean}} settings those of the user
 * @returns {{verify: string, pause: number, hints: boolean}} with what the server takes if absent
 */
function options(settings) {
  return {
    verify: settings.verify ?? 'pause',
    pause: settings.pause ?? 500,
    hints: settings.hints ?? true,
  };
}

/**
 * Which documents are the server's.
 *
 * @param {boolean} kernels whether CUDA and OpenCL are
 * @returns {{scheme: string, language?: string, pattern?: string}[]} a document selector
 */
function documents(kernels) {
  const all = [{ scheme: 'file', language: 'pvl' }];
  if (kernels) {
    // By their names: the languages of these files are called otherwise by each extension.
    all.push({ scheme: 'file', pattern: '**/*.{cu,cuh,cl}' });
    // For the sizes in it.
    all.push({ scheme: 'file', pattern: '**/alpinist.toml' });
  }
  return all;
}

module.exports = { program, options, documents };
