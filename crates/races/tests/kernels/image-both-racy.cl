// wrong:Race --local_size=16,16 --num_groups=4,4
// An image is read and written in place.
kernel void shift(read_write image2d_t image) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(image, at, read_imagef(image, at + (int2)(1, 0)));
}
