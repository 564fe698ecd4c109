//args: --local_size=64 --num_groups=1 --adversarial-abstraction
//expect: NOT_ALL_VERIFIED
//says: barrier may be reached by non-uniform control flow
__kernel void k(__local int *p) {
  p[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (p[0]) barrier(CLK_LOCAL_MEM_FENCE);
}
