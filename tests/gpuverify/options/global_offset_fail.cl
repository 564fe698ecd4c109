//args: --local_size=[8,8] --num_groups=[2,2] --global_offset=[0,16]
//expect: NOT_ALL_VERIFIED
//says: this assertion might not hold
__kernel void k(__global int *p) {
  __assert(get_global_id(1) < 16);
}
