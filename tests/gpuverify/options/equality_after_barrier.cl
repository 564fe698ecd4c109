//args: --local_size=64 --num_groups=1 --equality-abstraction
//expect: pass
__kernel void k(__local int *p) {
  p[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = p[0];
  __assert(__uniform_int(x));
  if (x) barrier(CLK_LOCAL_MEM_FENCE);
}
