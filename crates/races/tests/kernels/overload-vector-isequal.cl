// wrong --local_size=64 --num_groups=1
// as overload-add-sat: numbers.rs:by_element makes one function of the scalar isequal (1 where equal) and the vector one (-1 in each element); also isnan, isless, signbit and their like.
__kernel void k(__global int *A, float a) {
  if (isequal(a, a) != isequal((float2)(a), (float2)(a)).x) A[0] = get_local_id(0);
}
