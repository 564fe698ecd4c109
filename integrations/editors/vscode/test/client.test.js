// The extension as it is packed, with the real `vscode-languageclient` in it, and the real server.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { editor } = require('./editor');

const BUILT = path.join(__dirname, '..', '..', '..', '..', 'target', 'release', 'alpinist');
const PROGRAM = process.env.ALPINIST ?? BUILT;
const skip = fs.existsSync(PROGRAM) ? false : `no ${PROGRAM}; ALPINIST tells another`;

const WRONG = `requires n >= 0;
ensures \\result == n + 1;
int next(int n) {
  return n + 2;
}
`;
const UNKNOWN = 'void m(int count) { assert cuont == 0; }\n';
const RACE = `__global__ void shift(int *a) {
  a[threadIdx.x] = a[threadIdx.x + 1];
}
`;

test('the extension shows what the server says', { skip, timeout: 240_000 }, async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'alpinist-vscode-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const write = (name, text) => {
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const settings = { path: PROGRAM, arguments: ['--no-cache'], verify: 'save' };
  const one = editor(folder, settings);
  const { vscode, providers } = one;
  const extension = require('../dist/extension.js');
  const context = { subscriptions: [] };
  await extension.activate(context);
  t.after(() => extension.deactivate());

  await t.test('a wrong postcondition, with its code and place', async () => {
    const document = one.open(write('wrong.pvl', WRONG), 'pvl');
    const found = await one.problems(document, (said) => said.some((it) => it.severity === 0));
    const wrong = found.find((it) => it.severity === 0);
    assert.match(String(wrong.code?.value ?? wrong.code), /^V\d{3}$/);
    assert.strictEqual(wrong.source, 'alpinist');
    assert.deepStrictEqual(one.messages, []);
  });

  await t.test('hover, outline and layout are asked for and answered', async () => {
    const document = one.open(write('hover.pvl', WRONG.replace('n + 2', 'n + 1')), 'pvl');
    const token = new vscode.CancellationTokenSource().token;
    const place = new vscode.Position(2, 5);
    const hover = await providers.Hover.provideHover(document, place, token);
    const text = [hover.contents].flat().map((it) => it.value ?? it).join('\n');
    assert.match(text, /int next\(int n\)/);
    const outline = await providers.DocumentSymbol.provideDocumentSymbols(document, token);
    assert.deepStrictEqual(outline.map((it) => it.name), ['next']);
    const edits = await providers.DocumentFormattingEdit.provideDocumentFormattingEdits(
      document, { tabSize: 2, insertSpaces: true }, token,
    );
    assert.deepStrictEqual(edits ?? [], []);
  });

  await t.test('a fix is offered', async () => {
    const document = one.open(write('name.pvl', UNKNOWN), 'pvl');
    const [unknown] = await one.problems(document, (said) => said.length > 0);
    const actions = await providers.CodeActions.provideCodeActions(
      document, unknown.range, { diagnostics: [unknown], triggerKind: 1 },
      new vscode.CancellationTokenSource().token,
    );
    assert.ok(actions.some((it) => /count/.test(it.title)), actions.map((it) => it.title).join());
  });

  await t.test('completion, references and rename', async () => {
    const document = one.open(write('rename.pvl', WRONG.replace(/\bn\b/g, 'count')), 'pvl');
    const token = new vscode.CancellationTokenSource().token;
    const place = new vscode.Position(2, 14);
    const list = await providers.CompletionItem.provideCompletionItems(
      document, new vscode.Position(3, 9), token, { triggerKind: 0 },
    );
    const labels = (list.items ?? list).map((it) => it.label);
    assert.ok(labels.includes('count') && labels.includes('\\result'), labels.join());
    const uses = await providers.Reference.provideReferences(
      document, place, { includeDeclaration: true }, token,
    );
    assert.deepStrictEqual(uses.map((it) => it.range.start.line), [0, 1, 2, 3]);
    const edit = await providers.Rename.provideRenameEdits(document, place, 'n', token);
    const edits = edit.get(document.uri);
    assert.strictEqual(edits.map((it) => it.newText).join(''), WRONG.slice(0, WRONG.lastIndexOf('}')));
    const tokens = await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(document, token);
    assert.strictEqual(tokens.data.length % 5, 0);
    assert.ok(tokens.data.length > 0);
  });

  await t.test('CUDA, by the name of the file', async () => {
    write('alpinist.toml', '[kernels]\nblock = 64\ngrid = 1\n');
    const document = one.open(write('shift.cu', RACE), 'cuda-cpp');
    const found = await one.problems(document, (said) => said.length > 0);
    const codes = found.map((it) => String(it.code?.value ?? it.code));
    // Without clang the server says so, at the same place.
    assert.ok(codes.some((it) => it === 'K301' || it === 'K001'), JSON.stringify(found));
  });

  await t.test('other documents are not sent', () => {
    const selector = require('../src/settings').documents(true);
    const document = { uri: vscode.Uri.file('/x/y.txt'), languageId: 'plaintext' };
    assert.strictEqual(vscode.languages.match(selector, document), 0);
  });

  await t.test('a program that is not there is said once, with what to do', async () => {
    settings.path = path.join(folder, 'nowhere');
    await one.commands.get('alpinist.restart')();
    assert.strictEqual(one.messages.filter((it) => /alpinist\.path/.test(it)).length, 1, one.messages.join('\n'));
    settings.path = PROGRAM;
    await one.commands.get('alpinist.restart')();
    const document = one.open(write('again.pvl', UNKNOWN), 'pvl');
    await one.problems(document, (said) => said.length > 0);
  });
});
