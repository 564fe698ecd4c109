[
  (method_declaration)
  (constructor_declaration)
  (block)
  (for_statement)
  (par_block)
  (vec_statement)
  (quantifier)
  (let_expression)
  (forperm_expression)
  (comprehension)
] @local.scope

(parameter name: (_) @local.definition.parameter)
(variable name: (_) @local.definition.var)
(iterator name: (_) @local.definition.var)
(binder name: (_) @local.definition.var)
(selector name: (_) @local.definition.var)
(let_expression name: (_) @local.definition.var)

(identifier) @local.reference
