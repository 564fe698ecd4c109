//args: --local_size=[16,16] --num_groups=[4,4]
//expect: NOT_ALL_VERIFIED
#define tx get_local_id(0)
#define ty get_local_id(1)
__kernel void k(__global int *A, __global int *C, int w) {
  __local int T[16][16];
  int s = 0;
  for (int m = 0; __invariant(__no_write(T)), __invariant(__no_read(T)), m < w; ++m) {
    T[ty][tx] = A[m * 256 + ty * 16 + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; ++i) s += T[ty][i];
  }
  C[get_global_id(1) * get_global_size(0) + get_global_id(0)] = s;
}
