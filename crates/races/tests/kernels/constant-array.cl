// verified --local_size=8 --num_groups=1
__constant int A[9] = {0, 1, 2, 3, 4, 5, 6, 7};
__constant char C = (char)300;
__kernel void k(__global int *p) {
  int i = get_global_id(0);
  if (A[i] != i || A[8] != 0 || C != 44) p[0] = i;
}
