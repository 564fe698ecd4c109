// unknown --local_size=16,16 --num_groups=4,4
// Which image a function writes is not known there.
void put(write_only image2d_t to, int2 at, float4 color) { write_imagef(to, at, color); }
kernel void fill(write_only image2d_t to) {
  put(to, (int2)(get_global_id(0), get_global_id(1)), (float4)(1.0f));
}
