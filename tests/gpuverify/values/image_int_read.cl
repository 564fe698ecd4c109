//args: --local_size=[8,8] --num_groups=[4,4]
//expect: pass
const sampler_t s = CLK_NORMALIZED_COORDS_FALSE;
__kernel void k(__read_only image2d_t in, __write_only image2d_t out) {
  int2 c = {get_global_id(0), get_global_id(1)};
  int4 v = read_imagei(in, s, c);
  write_imagei(out, c, v);
}
