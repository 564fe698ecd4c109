//args: --local_size=[8,8] --num_groups=[4,4]
//expect: NOT_ALL_VERIFIED
//says: write-write race on out
__kernel void k(__write_only image2d_t out) {
  write_imagei(out, (int2)(get_global_id(0), 0), (int4)(get_global_id(1)));
}
