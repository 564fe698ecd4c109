; Colours for PVL. Later patterns win. Words that are types or functions of the language without
; being keywords are told by their text.

[(identifier) (escaped_identifier)] @variable

; --- Types ------------------------------------------------------------------------------

(primitive_type) @type.builtin
(named_type (identifier) @type)
(generic_type (identifier) @type)
((named_type (identifier) @type.builtin)
  (#any-of? @type.builtin
    "frac" "zfrac" "rational" "float" "float32" "float64" "double" "string" "char" "process"
    "any" "ref" "nothing"))
((generic_type (identifier) @type.builtin)
  (#any-of? @type.builtin
    "seq" "set" "bag" "option" "map" "tuple" "pointer" "type" "either" "vector"))
(type_parameters (identifier) @type)

; --- Declarations and names -------------------------------------------------------------

(class_declaration name: (_) @type)
(enum_declaration name: (_) @type)
(enum_declaration constant: (_) @constant)
(adt_declaration name: (_) @type)
(model_declaration name: (_) @type)
(axiom_declaration name: (_) @function)
(method_declaration name: (_) @function)
(constructor_declaration name: (_) @constructor)
(run_declaration name: (_) @constructor)
(parameter name: (_) @variable.parameter)
(iterator name: (_) @variable.parameter)
(binder name: (_) @variable.parameter)
(selector name: (_) @variable.parameter)
(field_declaration (variable name: (_) @variable.member))
(member_expression member: (_) @variable.member)
(ghost_argument name: (_) @variable.parameter)

(par_block name: (_) @label)
(barrier_statement block: (_) @label)
(barrier_statement invariant: (_) @label)
(invariant_statement name: (_) @label)
(atomic_statement invariant: (_) @label)
(label_statement label: (_) @label)
(jump_statement label: (_) @label)
(old_expression label: (_) @label)

(call_expression function: (identifier) @function.call)
(call_expression function: (member_expression member: (_) @function.method.call))
(call_expression function: (null_safe_member member: (_) @function.method.call))
(arrow_call function: (_) @function.method.call)
(new_expression type: (named_type (identifier) @constructor))
((call_expression function: (identifier) @function.builtin)
  (#any-of? @function.builtin
    "Perm" "PointsTo" "Value" "HPerm" "perm" "held" "idle" "running" "committed" "Reducible"
    "Some"))

; --- Constants --------------------------------------------------------------------------

((identifier) @constant.builtin
  (#any-of? @constant.builtin "write" "read" "none" "None"))
((identifier) @variable.builtin
  (#eq? @variable.builtin "current_thread"))
; Called or behind a point these are names.
((call_expression function: (identifier) @function.call)
  (#any-of? @function.call "write" "read" "none" "None"))
((member_expression member: (identifier) @variable.member)
  (#any-of? @variable.member "write" "read" "none" "None" "current_thread"))

(this) @variable.builtin
(result) @variable.builtin
(null) @constant.builtin
(any) @constant.builtin
(boolean) @boolean
(integer) @number
(float) @number.float
(string) @string
(character) @character

; --- Keywords ---------------------------------------------------------------------------

(clause_keyword) @keyword
(list_clause_keyword) @keyword
["decreases" "given" "yields" "signals"] @keyword

(directive "gpuopt" @keyword.directive)
(directive name: (directive_name) @keyword.directive)

(spec_keyword) @keyword
(other_keyword) @keyword
["package" "ghost" "label" "axiom" "with" "then" "action" "create" "extract" "frame"] @keyword
["unfolding" "\\unfolding" "\\Unfolding" "asserting" "assuming" "applying"] @keyword
; The same words as names.
(identifier (other_keyword) @variable)

["if" "else"] @keyword.conditional
["while" "for" "vec"] @keyword.repeat
["par" "and" "parallel" "sequential" "barrier" "atomic" "invariant"] @keyword.coroutine
["return" "goto" "break" "continue"] @keyword.return
["class" "enum" "adt" "model" "extends" "implements"] @keyword.type
["pure" "static" "final" "thread_local" "inline" "unique"] @keyword.modifier
["new" "in" "instanceof"] @keyword.operator

(builtin_function) @function.builtin
["\\old" "\\type"] @function.builtin
["\\let" "\\forperm" "\\forpermwithvalue"] @keyword.operator
(quantifier quantifier: _ @keyword.operator)

; --- Operators and brackets -------------------------------------------------------------

(binary_expression operator: _ @operator)
(unary_expression operator: _ @operator)
(assignment operator: _ @operator)
(shift_operator) @operator
(operator_name) @function
["=" ".." "?" "->" "→" "↦" "<-" "?."] @operator

["(" ")" "[" "]" "{" "}" ":}"] @punctuation.bracket
["," ";" "."] @punctuation.delimiter

; --- Comments ---------------------------------------------------------------------------

(line_comment) @comment
(block_comment) @comment
(latex) @comment
(annotation_mark) @comment.documentation
