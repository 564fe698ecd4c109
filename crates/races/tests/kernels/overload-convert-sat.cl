// wrong --local_size=64 --num_groups=1
// as overload-add-sat: convert_char_sat(int) and convert_char_sat(uint) are one function, because the name says nothing of the sign of the source (also convert_float_rtp etc.).
__kernel void k(__global int *A, int a) {
  if (convert_char_sat(a) != convert_char_sat((uint)a)) A[0] = get_local_id(0);
}
