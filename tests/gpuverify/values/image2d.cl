//args: --local_size=[8,8] --num_groups=[4,4]
//expect: pass
__kernel void k(__read_only image2d_t in, __write_only image2d_t out, sampler_t s) {
  int2 c = (int2)(get_global_id(0), get_global_id(1));
  float4 v = read_imagef(in, s, c);
  write_imagef(out, c, v);
}
