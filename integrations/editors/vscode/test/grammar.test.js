// The TextMate grammar, read by the library that Visual Studio Code reads it with.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const ROOT = path.join(__dirname, '..', '..', '..', '..');
const SYNTAXES = path.join(__dirname, '..', 'syntaxes');

async function grammar() {
  const wasm = require.resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      const file = path.join(SYNTAXES, `${scope.replace('source.', '')}.tmLanguage.json`);
      return fs.existsSync(file)
        ? textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file)
        : null;
    },
  });
  return registry.loadGrammar('source.pvl');
}

const loaded = grammar();

/** Every token that is not blank, with its innermost scope. */
async function tokens(text) {
  const pvl = await loaded;
  let state = textmate.INITIAL;
  const found = [];
  for (const line of text.split(/\r?\n/)) {
    const result = pvl.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const token of result.tokens) {
      const words = line.slice(token.startIndex, token.endIndex);
      if (words.trim() !== '') {
        found.push([words.trim(), token.scopes.slice(1).join(' ')]);
      }
    }
  }
  return found;
}

/** Text, a word of it, and what the word is to be called. */
const WORDS = [
  ['requires n > 0;', 'requires', 'keyword.other.clause'],
  ['context_everywhere a != null;', 'context_everywhere', 'keyword.other.clause'],
  ['lock_invariant x > 0;', 'lock_invariant', 'keyword.other.clause'],
  ['resource lock_invariant() = true;', 'lock_invariant', 'entity.name.function.predicate'],
  ['gpuopt loop_unroll i 2;', 'gpuopt', 'keyword.control.directive'],
  ['gpuopt loop_unroll i 2;', 'loop_unroll', 'entity.name.function.directive'],
  ['gpuopt tile inter 4;', 'inter', 'constant.language.directive'],
  ['par block (int i = 0 .. n)', 'par', 'keyword.control'],
  ['par block (int i = 0 .. n)', 'block', 'entity.name.label'],
  ['par block (int i = 0 .. n)', '..', 'keyword.operator.range'],
  ['barrier(block) { }', 'barrier', 'keyword.control'],
  ['class Cell { }', 'Cell', 'entity.name.type'],
  ['int f(int x) { }', 'f', 'entity.name.function'],
  ['int f(int x) { }', 'int', 'storage.type'],
  ['seq<int> xs;', 'seq', 'storage.type.collection'],
  ['int seq = 3;', 'seq', 'variable.other'],
  ['rational q = 1\\2;', 'rational', 'storage.type'],
  ['any = 3;', 'any', 'variable.other'],
  ['lock = 3;', 'lock', 'variable.other'],
  ['lock o;', 'lock', 'keyword.other.specification'],
  ['o.assert();', 'assert', 'entity.name.function.member'],
  ['o.fold = 2;', 'fold', 'variable.other.member'],
  ['(\\forall* int i; Perm(a[i], 1\\2))', '\\forall*', 'keyword.operator.quantifier'],
  ['(∀* int i; i ≥ 0)', '∀*', 'keyword.operator.quantifier'],
  ['Perm(a[i], write)', 'Perm', 'support.function.permission'],
  ['Perm(a[i], write)', 'write', 'constant.language'],
  ['write(3)', 'write', 'entity.name.function'],
  ['\\old(x) == \\result', '\\old', 'support.function.builtin'],
  ['\\old(x) == \\result', '\\result', 'variable.language'],
  ['1\\sums', '\\', 'keyword.operator.arithmetic'],
  ['a ** b', '**', 'keyword.operator.separating'],
  ['a ∗ b', '∗', 'keyword.operator.separating'],
  ['a ==> b', '==>', 'keyword.operator.logical'],
  ['{:1: f(i) :}', '{:1:', 'punctuation.definition.trigger'],
  ['0.5f + 1', '0.5f', 'constant.numeric.float'],
  ['`assert` = 1', '`assert`', 'variable.other.escaped'],
  ['"a // b" + c', '"a // b"', 'string.quoted.double'],
  ['//@ requires true;', '//@', 'punctuation.definition.annotation'],
  ['//@ requires true;', 'requires', 'keyword.other.clause'],
  ['/*@ ensures true; @*/ int x;', 'ensures', 'keyword.other.clause'],
  ['/*@ ensures true; @*/ int x;', '@*/', 'punctuation.definition.annotation'],
  ['/*@*/ int x;', 'int', 'storage.type'],
];

test('words are what the language says they are', async () => {
  for (const [text, word, scope] of WORDS) {
    const found = (await tokens(text)).find(([token]) => token === word);
    assert.ok(found, `no token \`${word}\` in: ${text}`);
    assert.strictEqual(found[1], `${scope}.pvl`, `\`${word}\` in: ${text}`);
  }
});

test('comments end where they end', async () => {
  const text = 'int x; // requires\n/* ensures\n ensures */ int y; # latex # int z;';
  for (const [word, scope] of await tokens(text)) {
    const comment = /requires|ensures|latex|^(\/\/|\/\*|\*\/)$/.test(word);
    assert.strictEqual(scope.includes('comment'), comment, word);
  }
});

test('nothing in the examples is without a scope', async () => {
  const files = fs
    .readdirSync(path.join(ROOT, 'examples'), { recursive: true })
    .filter((name) => name.endsWith('.pvl'));
  assert.ok(files.length > 50, `${files.length} examples`);
  for (const name of files) {
    const text = fs.readFileSync(path.join(ROOT, 'examples', name), 'utf8');
    for (const [word, scope] of await tokens(text)) {
      assert.notStrictEqual(scope, '', `\`${word}\` in ${name}`);
    }
  }
});
