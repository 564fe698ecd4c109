// unknown --local_size=64 --num_groups=2
// Only CLK_IMAGE_MEM_FENCE orders images that are read and written.
__kernel void k(read_write image2d_t im) { int l = get_local_id(0); write_imagei(im, (int2)(l, get_group_id(0)), (int4)(l));
  work_group_barrier(CLK_GLOBAL_MEM_FENCE); int4 v = read_imagei(im, (int2)(63 - l, get_group_id(0))); }
