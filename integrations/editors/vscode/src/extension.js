// Starts `alpinist lsp` and hands it the documents of its languages.
'use strict';

const vscode = require('vscode');
const { LanguageClient, RevealOutputChannelOn, TransportKind } = require('vscode-languageclient/node');
const settings = require('./settings');

/** @type {LanguageClient | undefined} */
let client;
/** Starts and stops one after the other. */
let queue = Promise.resolve();

/** The settings that only the start of a server reads. */
const AT_START = ['path', 'arguments', 'verify', 'pause', 'hints', 'kernels'];

function read() {
  const all = vscode.workspace.getConfiguration('alpinist');
  return Object.fromEntries(AT_START.map((name) => [name, all.get(name)]));
}

async function start() {
  // A folder may bring its own settings, and with them any program.
  if (!vscode.workspace.isTrusted) {
    return;
  }
  const wanted = read();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const { command, args } = settings.program(wanted, folder);
  const executable = { command, args, transport: TransportKind.stdio, options: { cwd: folder } };
  const created = new LanguageClient(
    'alpinist',
    'alpinist',
    { run: executable, debug: executable },
    {
      documentSelector: settings.documents(wanted.kernels !== false),
      initializationOptions: settings.options(wanted),
      // What is logged does not come to the front by itself.
      revealOutputChannelOn: RevealOutputChannelOn.Never,
    },
  );
  try {
    await created.start();
    client = created;
  } catch (error) {
    await created.dispose().catch(() => undefined);
    await say(command, error);
  }
}

async function say(command, error) {
  const open = 'Open the settings';
  const why = error instanceof Error ? error.message : String(error);
  const chosen = await vscode.window.showErrorMessage(
    `The language server \`${command} lsp\` does not start: ${why}. ` +
      'Install alpinist, or tell its path in the setting `alpinist.path`.',
    open,
  );
  if (chosen === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'alpinist.path');
  }
}

async function stop() {
  const old = client;
  client = undefined;
  // One that has crashed cannot be stopped, which is no reason not to start another.
  await old?.dispose().catch(() => undefined);
}

/** Whatever is asked meanwhile comes after it. */
function restart() {
  const next = queue.then(stop).then(start);
  queue = next.catch(() => undefined);
  return next;
}

/**
 * @param {vscode.ExtensionContext} context
 * @returns {Promise<void>}
 */
function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('alpinist.restart', restart),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (AT_START.some((name) => change.affectsConfiguration(`alpinist.${name}`))) {
        void restart();
      }
    }),
  );
  // Not awaited: a message about a missing server would otherwise hold the start up.
  void restart();
  return Promise.resolve();
}

/** @returns {Promise<void>} */
function deactivate() {
  return queue.then(stop);
}

module.exports = { activate, deactivate };
