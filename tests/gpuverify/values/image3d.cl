//args: --local_size=[8,8] --num_groups=[4,4]
//expect: pass
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
__kernel void k(__read_only image3d_t in, __write_only image3d_t out, sampler_t s) {
  int4 c = (int4)(get_global_id(0), get_global_id(1), 0, 0);
  uint4 v = read_imageui(in, s, c);
  write_imageui(out, c, v);
}
