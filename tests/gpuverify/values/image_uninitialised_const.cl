//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(image2d_t in, __global float4 *out, sampler_t s) {
  out[get_global_id(0)] = read_imagef(in, s, (int2)(get_global_id(0), 3));
}
