/**
 * PVL, the input language of VerCors and alpinist, in the syntax that alpinist reads
 * (docs/reference; the parser is spec-lang/src/parse).
 *
 * Most words of PVL are names wherever they are not needed as keywords. A word that begins a
 * statement only before certain tokens is therefore listed in `_word` as well, and the parser tries
 * both readings there; elsewhere such a word is no keyword.
 */

// How tightly operators bind, as in `Level` of spec-lang/src/ast/operators.rs.
const PREC = {
  during: -2,
  conditional: -1,
  equivalence: 1,
  implication: 2,
  or: 3,
  and: 4,
  bitOr: 5,
  bitXor: 6,
  bitAnd: 7,
  equality: 8,
  comparison: 9,
  shift: 10,
  sum: 11,
  product: 12,
  power: 13,
  sequence: 14,
  unary: 15,
  call: 16,
};

const comma1 = (rule) => seq(rule, repeat(seq(',', rule)));
const comma = (rule) => optional(comma1(rule));

module.exports = grammar({
  name: 'pvl',

  word: ($) => $.identifier,

  extras: ($) => [
    /[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/,
    $.line_comment,
    $.block_comment,
    $.latex,
    $.annotation_mark,
  ],

  supertypes: ($) => [$._expression, $._statement, $._declaration, $._type],

  // Where several readings are followed, until all but one have failed.
  conflicts: ($) => [
    // `C<T> x` or `a < b`; `int[n] x` or `a[n] = 1`; `f<T>(x)` or `f < x`.
    [$._name, $.named_type],
    [$._name, $.generic_type],
    [$.named_type, $.generic_type],
    [$._primary, $.generic_member],
    // `xs[i -> f(x)]`: an update, or a call that `i` is the receiver of.
    [$._operand, $.arrow_call],
    [$.arrow_call, $.call_expression],
    // `i++ + 1` or `xs ++ [1]`.
    [$.binary_expression, $.step_expression],
    // `{}`: a block or a set.
    [$.block, $.collection],
    // `for (int i = 0, j = 0; …)` or `for (int i = 0, f(x); …)`.
    [$._local],
    // A word that begins a statement, or a name: `lock (x);`, `lock(x).f();`.
    [$.ghost_statement, $._word],
    [$.vec_statement, $._word],
    [$.spec_statement, $._word],
    [$.package_statement, $._word],
    [$.action_statement, $._word],
    [$.other_statement, $._word],
  ],

  rules: {
    source_file: ($) => repeat(choice($._declaration, '`')),

    // --- Trivia ---------------------------------------------------------------------------

    line_comment: (_) => token(seq('//', optional(/[^@\n][^\n]*/))),

    block_comment: (_) =>
      token(
        choice(
          '/*@*/',
          seq('/*', optional(seq(/[^*@]|\*+[^*\/]/, /([^*]|\*+[^*\/])*/)), /\*+\//),
        ),
      ),

    // What stands between two `#` on a line is skipped.
    latex: (_) => token(/#[^\n]*#/),

    // Annotations are code; only their delimiters are skipped.
    annotation_mark: (_) => token(choice('//@', '/*@', '@*/', '@', '*/')),

    // --- Declarations ---------------------------------------------------------------------

    _declaration: ($) =>
      choice(
        $.ghost_declaration,
        $.class_declaration,
        $.enum_declaration,
        $.adt_declaration,
        $.axiom_declaration,
        $.model_declaration,
        $.prover_declaration,
        $.method_declaration,
        $.constructor_declaration,
        $.run_declaration,
        $.field_declaration,
        $.block,
      ),

    ghost_declaration: ($) => seq('ghost', $._declaration),

    class_declaration: ($) =>
      seq(
        optional($.contract),
        'class',
        field('name', $._name),
        optional($.type_parameters),
        repeat(seq(choice('extends', 'implements'), comma1($._type))),
        field('body', $.class_body),
      ),

    class_body: ($) => seq('{', repeat($._declaration), '}'),

    enum_declaration: ($) =>
      seq(
        'enum',
        field('name', $._name),
        '{',
        comma1(field('constant', $._name)),
        optional(','),
        '}',
      ),

    adt_declaration: ($) =>
      seq(
        'adt',
        field('name', $._name),
        optional($.type_parameters),
        field('body', $.class_body),
      ),

    axiom_declaration: ($) =>
      seq(
        'axiom',
        choice(
          seq(field('name', $._name), '{', $._expression, '}'),
          seq($._expression, ';'),
        ),
      ),

    // Read as text.
    model_declaration: ($) =>
      seq(
        choice('model', 'seq_program', 'seq_run', 'vesuv_entry', 'kernel'),
        optional(field('name', $._name)),
        optional($.parameters),
        field('body', $.raw_body),
      ),

    raw_body: ($) => seq('{', repeat(choice($.raw_body, $.raw_text, ';')), '}'),

    raw_text: (_) => token(prec(-1, /[^{};\s][^{};]*/)),

    prover_declaration: ($) =>
      seq(
        choice('prover_type', 'prover_function', 'endpoint'),
        $.raw_text,
        ';',
      ),

    modifiers: ($) => repeat1($._modifier),

    _modifier: (_) => choice('pure', 'static', 'final', 'thread_local', 'inline', 'unique'),

    method_declaration: ($) =>
      seq(
        optional($.contract),
        optional($.modifiers),
        field('type', $._type),
        field('name', choice($._name, $.operator_name)),
        optional($.type_parameters),
        field('parameters', $.parameters),
        $._method_body,
      ),

    operator_name: ($) =>
      seq(
        optional($._name),
        choice('||', '∨', '&&', '∧', '+', '-', '−', '*', '×', '/', '%', '++', '::', '^^'),
      ),

    constructor_declaration: ($) =>
      seq(
        optional($.contract),
        optional($.modifiers),
        field('name', $._name),
        optional($.type_parameters),
        field('parameters', $.parameters),
        $._method_body,
      ),

    run_declaration: ($) =>
      seq(
        optional($.contract),
        optional($.modifiers),
        field('name', alias('run', $.identifier)),
        choice(field('body', $.block), ';'),
      ),

    _method_body: ($) =>
      choice(
        ';',
        field('body', $.block),
        seq('=', field('body', $._expression), ';'),
      ),

    field_declaration: ($) =>
      seq(
        optional($.modifiers),
        field('type', $._type),
        comma1($.variable),
        ';',
      ),

    type_parameters: ($) => seq('<', comma1($._name), '>'),

    parameters: ($) => seq('(', comma($.parameter), ')'),

    parameter: ($) => seq(field('type', $._type), field('name', $._name)),

    variable: ($) =>
      seq(field('name', $._name), optional(seq('=', field('value', $._expression)))),

    // --- Clauses and directives -----------------------------------------------------------

    contract: ($) => prec.right(repeat1(choice($.clause, $.directive))),

    clause: ($) =>
      seq(
        choice(
          seq($.clause_keyword, $._expression),
          seq($.list_clause_keyword, comma1($._expression)),
          seq('decreases', optional(choice('assume', comma1($._expression)))),
          seq(choice('given', 'yields'), comma1($.parameter)),
          seq('signals', '(', $.parameter, ')', $._expression),
        ),
        ';',
      ),

    clause_keyword: (_) =>
      token(
        choice(
          'requires',
          'ensures',
          'context',
          'context_everywhere',
          'loop_invariant',
          'kernel_invariant',
          'lock_invariant',
        ),
      ),

    list_clause_keyword: (_) => token(choice('modifies', 'accessible')),

    directive: ($) =>
      seq(
        'gpuopt',
        field('name', alias($.identifier, $.directive_name)),
        repeat1(field('argument', $._location)),
        ';',
      ),

    // An argument of a directive: a binary operator continues it, and nothing is a call.
    _location: ($) =>
      choice(
        $._name,
        $.integer,
        $.this,
        $.parenthesized_expression,
        alias($.location_subscript, $.subscript_expression),
        alias($.location_member, $.member_expression),
        alias($.location_binary, $.binary_expression),
      ),

    location_subscript: ($) => prec(PREC.call, seq($._location, '[', $._subscript, ']')),

    location_member: ($) => prec(PREC.call, seq($._location, '.', field('member', $._member))),

    location_binary: ($) =>
      choice(
        prec.left(PREC.sum, seq($._location, field('operator', $._sum), $._location)),
        prec.left(PREC.product, seq($._location, field('operator', $._product), $._location)),
      ),

    // --- Types ----------------------------------------------------------------------------

    _type: ($) => choice($.primitive_type, $.named_type, $.generic_type, $.array_type),

    primitive_type: (_) => token(choice('int', 'boolean', 'bool', 'void', 'resource')),

    named_type: ($) => choice($.identifier, $.escaped_identifier),

    generic_type: ($) => seq(choice($.identifier, $.escaped_identifier), $.type_arguments),

    type_arguments: ($) => seq('<', comma1(choice($._type, $.integer)), '>'),

    array_type: ($) => seq($._type, '[', optional($._expression), ']'),

    // --- Statements -----------------------------------------------------------------------

    block: ($) => seq('{', repeat($._statement), '}'),

    _statement: ($) => choice($.contracted_statement, $._uncontracted),

    // A contract behind the head of a loop is the loop's, not that of its body.
    _uncontracted: ($) =>
      choice(
        $.block,
        $.empty_statement,
        $.if_statement,
        $.while_statement,
        $.for_statement,
        $.par_statement,
        $.vec_statement,
        $.region_statement,
        $.return_statement,
        $.jump_statement,
        $.label_statement,
        $.spec_statement,
        $.package_statement,
        $.ghost_statement,
        $.barrier_statement,
        $.invariant_statement,
        $.atomic_statement,
        $.action_statement,
        $.other_block,
        $.other_statement,
        $.local_declaration,
        $.assignment,
        $.expression_statement,
      ),

    contracted_statement: ($) =>
      seq(
        $.contract,
        choice($.while_statement, $.for_statement, $.par_statement, $.vec_statement),
      ),

    empty_statement: (_) => ';',

    if_statement: ($) =>
      prec.right(
        seq(
          'if',
          $._condition,
          field('consequence', $._statement),
          optional(seq('else', field('alternative', $._statement))),
        ),
      ),

    _condition: ($) => seq('(', field('condition', $._expression), ')'),

    while_statement: ($) =>
      seq(
        'while',
        $._condition,
        optional($.contract),
        field('body', $._uncontracted),
      ),

    for_statement: ($) =>
      seq(
        'for',
        '(',
        choice(
          $.iterator,
          seq(
            optional($._simple_list),
            ';',
            optional(field('condition', $._expression)),
            ';',
            optional($._simple_list),
          ),
        ),
        ')',
        optional($.contract),
        field('body', $._uncontracted),
      ),

    _simple_list: ($) => comma1(choice($._local, $._assign, $._expression)),

    iterator: ($) =>
      seq(
        field('type', $._type),
        field('name', $._name),
        '=',
        field('low', $._expression),
        '..',
        field('high', $._expression),
      ),

    iterators: ($) => seq('(', comma($.iterator), ')'),

    par_statement: ($) =>
      prec.right(
        seq('par', $.par_block, repeat(seq('and', $.par_block))),
      ),

    par_block: ($) =>
      seq(
        optional(field('name', $._name)),
        choice(
          seq(optional($.contract), field('body', $.block)),
          seq($.iterators, optional($.contract), field('body', $._uncontracted)),
        ),
      ),

    vec_statement: ($) =>
      seq(
        'vec',
        $.iterators,
        optional($.contract),
        field('body', $._uncontracted),
      ),

    region_statement: ($) => seq(choice('parallel', 'sequential'), field('body', $.block)),

    return_statement: ($) => seq('return', optional($._expression), ';'),

    jump_statement: ($) =>
      seq(
        choice(
          seq('goto', field('label', $._name)),
          seq(choice('break', 'continue'), optional(field('label', $._name))),
        ),
        ';',
      ),

    label_statement: ($) => seq('label', field('label', $._name), optional(':'), $._statement),

    spec_statement: ($) =>
      seq(choice($.spec_keyword, alias($.thread_keyword, $.spec_keyword)), $._expression, ';'),

    spec_keyword: (_) =>
      token(choice('assert', 'assume', 'inhale', 'exhale', 'refute', 'fold', 'unfold')),

    thread_keyword: (_) =>
      token(choice('apply', 'lock', 'unlock', 'wait', 'notify', 'fork', 'join', 'commit')),

    package_statement: ($) => seq('package', $._expression, choice($.block, ';')),

    ghost_statement: ($) => seq('ghost', $._statement),

    barrier_statement: ($) =>
      seq(
        'barrier',
        '(',
        optional(field('block', $._name)),
        optional(seq(';', comma1(field('invariant', $._name)))),
        ')',
        choice(
          $.barrier_contract,
          seq(optional($.contract), choice(field('body', $.block), ';')),
        ),
      ),

    barrier_contract: ($) => prec(1, seq('{', optional($.contract), '}')),

    invariant_statement: ($) =>
      seq(
        'invariant',
        optional(field('name', $._name)),
        '(',
        field('resource', $._expression),
        ')',
        field('body', $._statement),
      ),

    atomic_statement: ($) =>
      seq('atomic', '(', comma(field('invariant', $._name)), ')', field('body', $._statement)),

    action_statement: ($) => seq('action', $.arguments, choice($.block, ';')),

    other_block: ($) =>
      choice(
        seq(choice('create', 'extract'), $.block),
        seq('frame', optional($.contract), $.block),
      ),

    // Read without meaning, up to the semicolon.
    other_statement: ($) =>
      seq($.other_keyword, comma1($._expression), ';'),

    other_keyword: (_) =>
      token(
        choice(
          'open', 'close', 'witness', 'transfer', 'csl_subject', 'use', 'qed', 'destroy',
          'split', 'merge', 'choose', 'send', 'recv', 'communicate',
        ),
      ),

    local_declaration: ($) => seq($._local, ';'),

    _local: ($) => seq(optional($.modifiers), field('type', $._type), comma1($.variable)),

    assignment: ($) => seq(choice($._assign, $._word_assign), ';'),

    // Where a statement begins, `lock = x`, `lock.x = y`, `lock[i]++` and `lock(x).y()`.
    _word_primary: ($) =>
      choice(
        alias($._word, $.identifier),
        alias($.word_member, $.member_expression),
        alias($.word_subscript, $.subscript_expression),
        alias($.word_call, $.call_expression),
      ),

    word_member: ($) => seq($._word_primary, '.', field('member', $._member)),

    word_subscript: ($) => seq($._word_primary, '[', $._subscript, ']'),

    word_call: ($) =>
      prec.dynamic(
        -1,
        seq(
          field('function', $._word_primary),
          field('arguments', $.arguments),
          repeat($._ghost_arguments),
        ),
      ),

    _word_assign: ($) =>
      seq(
        field('left', $._word_primary),
        field('operator', $._assign_operator),
        field('right', $._expression),
      ),

    _assign: ($) =>
      seq(
        field('left', $._expression),
        field('operator', $._assign_operator),
        field('right', $._expression),
      ),

    _assign_operator: (_) => choice('=', '+=', '-=', '*=', '/=', '%='),

    expression_statement: ($) =>
      seq(
        choice(
          $._expression,
          alias($.word_call, $.call_expression),
          alias($.word_step, $.step_expression),
        ),
        ';',
      ),

    word_step: ($) => seq($._word_primary, choice('++', '--')),

    // --- Expressions ----------------------------------------------------------------------

    _expression: ($) =>
      choice(
        $.with_expression,
        $.during_expression,
        $.conditional_expression,
        $.binary_expression,
        $.instanceof_expression,
        $.step_expression,
        $._operand,
      ),

    _operand: ($) =>
      choice(
        $.unary_expression,
        $.scaled_predicate,
        $.cast_expression,
        $._primary,
      ),

    _primary: ($) =>
      choice(
        $._name,
        $.integer,
        $.float,
        $.string,
        $.character,
        $.null,
        $.boolean,
        $.this,
        $.any,
        $.result,
        $.parenthesized_expression,
        $.tuple,
        $.quantifier,
        $.let_expression,
        $.forperm_expression,
        $.trigger,
        $.size_expression,
        $.collection,
        $.comprehension,
        $.sequence_range,
        $.typed_collection,
        $.old_expression,
        $.builtin_call,
        $.type_expression,
        $.new_expression,
        $.call_expression,
        $.arrow_call,
        $.member_expression,
        $.subscript_expression,
      ),

    with_expression: ($) => prec.right(PREC.during, seq('with', $.block, $._expression)),

    during_expression: ($) =>
      prec.right(
        PREC.during,
        seq(
          $._during,
          $._operand,
          choice('in', '\\in', '∈'),
          $._expression,
        ),
      ),

    _during: (_) =>
      choice('unfolding', '\\unfolding', '\\Unfolding', 'asserting', 'assuming', 'applying'),

    conditional_expression: ($) =>
      prec.right(
        PREC.conditional,
        seq(
          field('condition', $._expression),
          '?',
          field('consequence', $._expression),
          ':',
          field('alternative', $._expression),
        ),
      ),

    binary_expression: ($) => {
      const part = (assoc) => (level, operator) =>
        assoc(
          level,
          seq(
            field('left', $._expression),
            field('operator', operator),
            field('right', $._expression),
          ),
        );
      const left = part(prec.left);
      const right = part(prec.right);
      return choice(
        left(PREC.equivalence, $._equivalence),
        right(PREC.implication, $._implication),
        left(PREC.or, $._or),
        left(PREC.and, $._and),
        left(PREC.bitOr, '|'),
        left(PREC.bitXor, '^'),
        left(PREC.bitAnd, '&'),
        left(PREC.equality, $._equality),
        left(PREC.comparison, $._comparison),
        left(PREC.shift, $.shift_operator),
        left(PREC.sum, $._sum),
        left(PREC.product, $._product),
        left(PREC.power, '^^'),
        left(PREC.sequence, '++'),
        right(PREC.sequence, '::'),
      );
    },

    // One rule a level: a state of the parser for each, and not for each spelling.
    _equivalence: (_) => choice('<==>', '⇔', '⟺'),
    _implication: (_) => choice('==>', '⇒', '⟹', '-*', '−∗', '-∗', '−*'),
    _or: (_) => choice('||', '∨'),
    _and: (_) => choice('&&', '∧', '**', '∗∗', '∗'),
    _equality: (_) => choice('==', '!=', '≠'),
    _comparison: (_) =>
      choice(
        '<', '<=', '≤', '>', '>=', '≥',
        '\\in', '∈', 'in', '\\memberof', '\\subset', '⊂', '\\subseteq', '⊆',
      ),
    _sum: (_) => choice('+', '-', '−', '\\union', '∪'),
    _product: (_) => choice('*', '×', '/', '%', '\\', '\\intersect', '\\cap', '∩'),

    // In pieces, for `>` also closes type arguments.
    shift_operator: (_) =>
      choice(
        seq('<', token.immediate('<')),
        seq('>', token.immediate('>'), optional(token.immediate('>'))),
      ),

    instanceof_expression: ($) =>
      prec.left(PREC.comparison, seq($._expression, 'instanceof', $._type)),

    unary_expression: ($) =>
      prec(
        PREC.unary,
        seq(field('operator', $._prefix), $._operand),
      ),

    _prefix: (_) => choice('!', '¬', '-', '−', '+', '++', '--'),

    scaled_predicate: ($) =>
      prec(PREC.unary, seq('[', field('amount', $._expression), ']', $._operand)),

    cast_expression: ($) =>
      prec.dynamic(-1, prec(PREC.unary, seq('(', field('type', $._type), ')', $._operand))),

    step_expression: ($) => prec.dynamic(1, prec(PREC.sequence, seq($._expression, choice('++', '--')))),

    any: (_) => '*',

    null: (_) => 'null',

    boolean: (_) => choice('true', 'false'),

    this: (_) => 'this',

    result: (_) => choice('\\result', '\\current_thread', '\\ltid', '\\gtid'),

    parenthesized_expression: ($) => seq('(', $._expression, ')'),

    tuple: ($) => seq('(', $._expression, ',', comma1($._expression), ')'),

    quantifier: ($) =>
      seq(
        '(',
        field(
          'quantifier',
          $._quantifier,
        ),
        comma1($.binder),
        ';',
        optional(seq(field('range', $._expression), ';')),
        field('body', $._expression),
        ')',
      ),

    _quantifier: (_) =>
      choice(
        '\\forall', '∀', '\\forall*', '∀*', '∀∗', '\\exists', '∃',
        '\\sum', '∑', '\\product', '∏',
      ),

    binder: ($) =>
      seq(
        field('type', $._type),
        field('name', $._name),
        optional(seq('=', field('low', $._expression), '..', field('high', $._expression))),
      ),

    let_expression: ($) =>
      seq(
        '(',
        '\\let',
        field('type', $._type),
        field('name', $._name),
        '=',
        field('value', $._expression),
        ';',
        field('body', $._expression),
        ')',
      ),

    forperm_expression: ($) =>
      seq(
        '(',
        choice('\\forperm', '\\forpermwithvalue'),
        comma1($.parameter),
        choice('\\in', '∈', 'in'),
        field('location', $._expression),
        ';',
        field('body', $._expression),
        ')',
      ),

    trigger: ($) => seq($._trigger_open, comma1($._expression), ':}'),

    _trigger_open: (_) => token(/\{:(<+[0-9]*:|[0-9]+:)?/),

    size_expression: ($) => prec(PREC.call, seq('|', $._expression, '|')),

    // `[e, …]`, `{e, …}`, `b{e, …}`, and the empty ones with the type of their elements.
    collection: ($) =>
      choice(
        seq('[', comma($._expression), ']'),
        seq('[', $._name, ':', $._type, ']'),
        seq(choice('{', $._bag_open), comma($._expression), '}'),
        seq(choice('{', $._bag_open), $._name, ':', $._type, '}'),
        seq('{', $._expression, '..', $._expression, '}'),
      ),

    _bag_open: (_) => token('b{'),

    // `[lo .. hi)`.
    sequence_range: ($) => seq('[', $._expression, '..', $._expression, ')'),

    comprehension: ($) => seq('{', $._comprehension_body, '}'),

    _comprehension_body: ($) =>
      seq(
        field('element', $._expression),
        '|',
        comma1($.selector),
        optional(seq(';', field('condition', $._expression))),
      ),

    selector: ($) =>
      seq(
        field('type', $._type),
        field('name', $._name),
        optional(seq('<-', field('source', $._expression))),
      ),

    typed_collection: ($) =>
      seq(
        field('type', $.generic_type),
        '{',
        optional(
          choice(comma1($._expression), comma1($.map_entry), $._comprehension_body),
        ),
        '}',
      ),

    map_entry: ($) =>
      prec.dynamic(
        1,
        seq(field('key', $._expression), $._arrow, field('value', $._expression)),
      ),

    _arrow: (_) => choice('->', '→', '↦'),

    old_expression: ($) =>
      seq(
        '\\old',
        optional(seq('[', field('label', $._name), ']')),
        '(',
        $._expression,
        ')',
      ),

    builtin_call: ($) =>
      seq(
        field('function', $.builtin_function),
        '(',
        comma($._expression),
        optional(seq(';', comma1($._expression))),
        ')',
      ),

    builtin_function: (_) =>
      choice(
        '\\array', '\\choose', '\\choose_fresh', '\\euclidean_div', '\\euclidean_mod', '\\id',
        '\\is_int', '\\length', '\\matrix', '\\mcmp', '\\mrep', '\\msum', '\\nd_index',
        '\\nd_length', '\\nd_partial_index', '\\owner', '\\pointer', '\\pointer_block_length',
        '\\pointer_block_offset', '\\pointer_index', '\\pointer_length', '\\polarity_dependent',
        '\\pow', '\\product', '\\shared_mem_size', '\\sum', '\\typeof', '\\values', '\\vcmp',
        '\\vrep',
      ),

    type_expression: ($) => seq('\\type', '(', $._type, ')'),

    new_expression: ($) =>
      prec.right(
        PREC.call,
        seq(
          'new',
          field('type', choice($.primitive_type, $.named_type, $.generic_type)),
          choice(
            $._array_sizes,
            seq(field('arguments', $.arguments), repeat($._ghost_arguments)),
          ),
        ),
      ),

    _array_sizes: ($) =>
      prec.right(PREC.call, seq($.array_size, optional($._array_sizes))),

    array_size: ($) => seq('[', optional($._expression), ']'),

    call_expression: ($) =>
      prec.right(
        PREC.call,
        seq(
          field(
            'function',
            choice(
              $._name,
              $.generic_type,
              $.member_expression,
              $.generic_member,
              $.null_safe_member,
            ),
          ),
          field('arguments', $.arguments),
          repeat($._ghost_arguments),
        ),
      ),

    null_safe_member: ($) =>
      prec(PREC.call, seq($._primary, '?.', field('member', $._member))),

    arrow_call: ($) =>
      prec.right(
        seq(
          $._primary,
          $._arrow,
          field('function', $._name),
          field('arguments', $.arguments),
          repeat($._ghost_arguments),
        ),
      ),

    arguments: ($) => seq('(', comma($._expression), ')'),

    _ghost_arguments: ($) => choice($.ghost_arguments, $.ghost_code),

    ghost_arguments: ($) => seq(choice('given', 'yields'), '{', comma($.ghost_argument), '}'),

    ghost_argument: ($) => seq(field('name', $._name), '=', field('value', $._expression)),

    ghost_code: ($) => seq(choice('with', 'then'), $.block),

    member_expression: ($) =>
      prec(
        PREC.call,
        // `A<T>.f(x)` is a function of an abstract data type.
        seq(choice($._primary, $.generic_type), '.', field('member', $._member)),
      ),

    generic_member: ($) => seq($.member_expression, $.type_arguments),

    subscript_expression: ($) => prec(PREC.call, seq($._primary, '[', $._subscript, ']')),

    _subscript: ($) =>
      choice(
        $._expression,
        seq(optional($._expression), '..', optional($._expression)),
        $.update,
      ),

    update: ($) =>
      prec.dynamic(1, seq($._expression, $._arrow, $._expression)),

    // --- Names ----------------------------------------------------------------------------

    _name: ($) => choice($.identifier, $.escaped_identifier),

    // After a point no word is a keyword.
    _member: ($) => $._name,

    // Words that begin a statement only before certain tokens.
    _word: ($) =>
      choice(
        $.thread_keyword,
        $.other_keyword,
        'vec', 'parallel', 'sequential', 'label', 'break', 'continue', 'package', 'ghost',
        'action', 'create', 'extract', 'frame', 'inline', 'unique',
      ),

    identifier: (_) => /[A-Za-z_][A-Za-z0-9_]*/,

    escaped_identifier: (_) => /`[A-Za-z0-9_]+`/,

    integer: (_) => /[0-9]+/,

    float: (_) => /[0-9]+\.[0-9]+[fFdD]?/,

    string: (_) => /"([^"\\\n]|\\[^\n])*"/,

    character: (_) => /'([^'\\\n]|\\[^\n])*'/,
  },
});
