//args: --local_size=64 --num_groups=2 --vcgen-opt=/checkArrays:B
//expect: pass
__kernel void k(__global int *p) {
  __local int A[64];
  __local int B[64];
  A[0] = get_local_id(0);
  B[get_local_id(0)] = get_local_id(0);
}
