// wrong:Race --local_size=16,16 --num_groups=4,4
// Two columns write one element.
constant sampler_t near = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void shrink(read_only image2d_t from, write_only image2d_t to) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, (int2)(at.x / 2, at.y), read_imagef(from, near, at));
}
