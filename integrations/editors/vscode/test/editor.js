// The part of Visual Studio Code that the extension and `vscode-languageclient` use, without a
// window: what is registered is kept, so that a test can ask it as the editor would.
'use strict';

const fs = require('node:fs');
const Module = require('node:module');
const { createVSCodeMock } = require('jest-mock-vscode');
const { CancellationTokenSource } = require('vscode-jsonrpc');

/** What `jest-mock-vscode` takes for jest: functions that do nothing else than what they are told. */
const framework = {
  fn(act) {
    const made = (...args) => made.act?.(...args);
    made.act = act;
    made.mock = { calls: [] };
    made.mockImplementation = (other) => ((made.act = other), made);
    made.mockReturnValue = (value) => ((made.act = () => value), made);
    return made;
  },
  spyOn: (object, name) => framework.fn(object[name]),
};

/**
 * An editor with a folder, settings and no open documents.
 *
 * @param {string} folder the folder that is open
 * @param {Record<string, unknown>} settings those under `alpinist`
 */
function editor(folder, settings) {
  const vscode = createVSCodeMock(framework);
  const absent = (name, made) => {
    vscode[name] ??= made;
  };
  for (const name of ['TabInputText', 'TabInputTextDiff', 'TabInputCustom', 'TabInputNotebook']) {
    absent(name, class {});
  }
  absent('CancellationTokenSource', CancellationTokenSource);
  absent('CodeActionTriggerKind', { Invoke: 1, Automatic: 2 });
  absent('CancellationError', class extends Error {});
  absent('InlayHint', class { constructor(position, label, kind) { Object.assign(this, { position, label, kind }); } });
  absent('Hover', class { constructor(contents, range) { Object.assign(this, { contents, range }); } });
  absent('RelativePattern', class { constructor(base, pattern) { Object.assign(this, { base, pattern }); } });

  const disposable = (act = () => {}) => ({ dispose: act });
  const emitters = {};
  const documents = [];
  const providers = {};
  const commands = new Map();
  const problems = new Map();
  const messages = [];
  const changed = new vscode.EventEmitter();

  const { workspace, languages, window } = vscode;
  const property = (object, name, value) =>
    Object.defineProperty(object, name, { value, configurable: true, writable: true });

  for (const object of [workspace, window]) {
    for (const name of Object.keys(object).filter((one) => /^on(Did|Will)/.test(one))) {
      emitters[name] = new vscode.EventEmitter();
      property(object, name, emitters[name].event);
    }
  }
  const root = { uri: vscode.Uri.file(folder), name: 'project', index: 0 };
  property(workspace, 'workspaceFolders', [root]);
  property(workspace, 'getWorkspaceFolder', () => root);
  property(workspace, 'isTrusted', true);
  property(workspace, 'textDocuments', documents);
  property(workspace, 'getConfiguration', (section) => ({
    get: (name, other) => (section === 'alpinist' ? settings[name] : undefined) ?? other,
    has: () => false,
    inspect: () => undefined,
  }));
  property(workspace, 'createFileSystemWatcher', () => ({
    onDidCreate: () => disposable(),
    onDidChange: () => disposable(),
    onDidDelete: () => disposable(),
    dispose() {},
  }));
  property(window, 'tabGroups', { all: [], onDidChangeTabs: () => disposable(), onDidChangeTabGroups: () => disposable() });
  property(window, 'visibleTextEditors', []);
  property(window, 'createOutputChannel', () => ({
    append() {}, appendLine() {}, replace() {}, clear() {}, show() {}, hide() {}, dispose() {},
    info() {}, warn() {}, error() {}, debug() {}, trace() {},
  }));
  property(window, 'withProgress', (_, task) =>
    task({ report() {} }, { isCancellationRequested: false, onCancellationRequested: () => disposable() }));
  for (const name of ['showErrorMessage', 'showWarningMessage', 'showInformationMessage']) {
    property(window, name, async (text) => void messages.push(text));
  }
  property(vscode, 'commands', {
    registerCommand(name, act) {
      commands.set(name, act);
      return disposable(() => commands.delete(name));
    },
    executeCommand: async (name, ...args) => commands.get(name)?.(...args),
  });
  property(vscode, 'env', { appName: 'test', appRoot: '', language: 'en', machineId: '', uiKind: 1 });
  property(vscode, 'version', '1.90.0');

  for (const name of Object.keys(languages).filter((one) => /^register.*Provider$/.test(one))) {
    const what = name.replace(/^register|Provider$/g, '');
    property(languages, name, (_, provider) => {
      providers[what] = provider;
      return disposable(() => delete providers[what]);
    });
  }
  property(languages, 'match', (selector, document) => {
    const filters = Array.isArray(selector) ? selector : [selector];
    const fits = (filter) => {
      const one = typeof filter === 'string' ? { language: filter } : filter;
      const ending = document.uri.path.split('.').pop();
      // Patterns are of the form `**/*.{a,b}` here.
      const endings = /\{(.*)\}/.exec(one.pattern ?? '')?.[1].split(',');
      return (
        (!one.language || one.language === document.languageId) &&
        (!one.scheme || one.scheme === document.uri.scheme) &&
        (!endings || endings.includes(ending))
      );
    };
    return filters.some(fits) ? 10 : 0;
  });
  property(languages, 'createDiagnosticCollection', () => ({
    name: 'alpinist',
    set(uri, found) {
      problems.set(uri.toString(), found ?? []);
      changed.fire();
    },
    delete(uri) {
      problems.set(uri.toString(), []);
      changed.fire();
    },
    clear() {},
    dispose() {},
  }));

  // Whoever asks for `vscode` from here on gets this one.
  const load = Module._load;
  Module._load = function (request, ...rest) {
    return request === 'vscode' ? vscode : load.call(this, request, ...rest);
  };

  return {
    vscode,
    providers,
    commands,
    messages,

    /** Opens a file. */
    open(path, languageId) {
      const text = fs.readFileSync(path, 'utf8');
      const lines = text.split('\n');
      const document = {
        uri: vscode.Uri.file(path),
        fileName: path,
        languageId,
        version: 1,
        isDirty: false,
        isUntitled: false,
        isClosed: false,
        eol: 1,
        lineCount: lines.length,
        getText: () => text,
        lineAt: (line) => ({ text: lines[line] }),
      };
      documents.push(document);
      emitters.onDidOpenTextDocument.fire(document);
      return document;
    },

    /** Waits until what is said of a document is as wanted; for a minute at most. */
    async problems(document, wanted) {
      const uri = document.uri.toString();
      const now = () => problems.get(uri);
      if (now() && wanted(now())) {
        return now();
      }
      return new Promise((done, fail) => {
        const late = setTimeout(() => {
          heard.dispose();
          fail(new Error(`after a minute: ${JSON.stringify(now())}`));
        }, 60_000);
        const heard = changed.event(() => {
          if (now() && wanted(now())) {
            clearTimeout(late);
            heard.dispose();
            done(now());
          }
        });
      });
    },
  };
}

module.exports = { editor };
