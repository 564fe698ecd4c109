//args: --local_size=[8,8] --num_groups=[4,4]
//expect: NOT_ALL_VERIFIED
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
__kernel void k(__write_only image3d_t out) {
  write_imageui(out, (int4)(get_global_id(0), 0, 0, 0), (uint4)(get_global_id(1)));
}
