[
  (class_body)
  (block)
  (barrier_contract)
  (enum_declaration)
  (parameters)
  (arguments)
] @indent.begin

["}" ")"] @indent.branch @indent.end
