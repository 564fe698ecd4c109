//args: --local_size=[8,8] --num_groups=[2,2] --global_offset=[4,16]
//expect: pass
__kernel void k(__global int *p) {
  p[get_global_id(1) * get_global_size(0) + get_global_id(0) - get_global_offset(0)] = 1;
}
