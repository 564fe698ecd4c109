(class_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.class
(adt_declaration name: (_) @name) @definition.class
(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.method
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (member_expression member: (_) @name)) @reference.call
