// wrong --local_size=64 --num_groups=1
// as overload-vector-isequal: scalar select asks for not zero, the vector one for the top bit; both are the function "select" of three integers.
__kernel void k(__global int *A, int a, int b, int c) {
  if (select(a, b, c) != select((int2)(a), (int2)(b), (int2)(c)).x) A[0] = get_local_id(0);
}
