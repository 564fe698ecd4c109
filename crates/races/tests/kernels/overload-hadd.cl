// wrong --local_size=64 --num_groups=1
// as overload-add-sat, for hadd.
__kernel void k(__global int *A, int a, int b) {
  if (hadd(a, b) != (int)hadd((uint)a, (uint)b)) A[0] = get_local_id(0);
}
