[
  (class_body)
  (block)
  (barrier_contract)
  (raw_body)
  (contract)
  (block_comment)
] @fold
