//args: --local_size=[16,16] --num_groups=[16,16]
//expect: NOT_ALL_VERIFIED
#define N 257
__kernel void update(__global float *h, __global float *b, __global float *e) {
  int y = get_global_id(0), z = get_global_id(1);
  for (int x = 0; x <= N; x++) {
    h[z * N * N + y * N + x] = b[z * N * N + y * N + x] * 2;
    b[z * N * N + y * N + x] = e[x];
  }
}
