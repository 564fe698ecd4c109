// read: contract
// Annotations of GPUVerify.
__axiom(get_local_size(0) == 64);
DECLARE_UF_BINARY(combine, int, int, int);
int increment(global int *p, int i) {
  __requires(i >= 0);
  __ensures(__return_val_int() == __old_int(p[i]) + 1);
  p[i]++;
  return p[i];
}
kernel void contract(global int *p, local int *tile) {
  __requires_fresh_array(p);
  for (int i = 0; __invariant(__implies(__write(p), __write_offset_bytes(p) / sizeof(int) == get_global_id(0))), i < 10; i++)
    p[get_global_id(0)] = combine(i, increment(p, get_global_id(0)));
  __barrier_invariant_1(tile[get_local_id(0)] == 0, get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(__no_read(tile) | __uniform_int(p[0]));
}
