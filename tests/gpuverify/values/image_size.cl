//args: --local_size=[8,8] --num_groups=[4,4]
//expect: pass
__kernel void k(__read_only image2d_t in, __global int *out) {
  int w = get_image_width(in), h = get_image_height(in); int2 d = get_image_dim(in);
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = w + h + d.x;
}
