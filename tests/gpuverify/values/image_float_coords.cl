//args: --local_size=[8,8] --num_groups=[4,4]
//expect: pass
__constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
__kernel void k(__read_only image2d_t in, __global float4 *out) {
  float2 c = (float2)(get_global_id(0) + 0.5f, get_global_id(1) + 0.5f);
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = read_imagef(in, s, c);
}
