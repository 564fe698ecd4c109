//args: --local_size=64 --num_groups=1 --adversarial-abstraction
//expect: NOT_ALL_VERIFIED
//says: this assertion might not hold
__kernel void k(__local int *p) {
  p[get_local_id(0)] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(p[get_local_id(0)] == 3);
}
