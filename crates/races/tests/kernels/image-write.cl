// verified --local_size=16,16 --num_groups=4,4
// An image that is written is an array of elements.
constant sampler_t near = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void blur(read_only image2d_t from, write_only image2d_t to) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = (float4)(0.0f);
  for (int x = -1; x <= 1; x++) sum += read_imagef(from, near, at + (int2)(x, 0));
  write_imagef(to, at, sum);
}
