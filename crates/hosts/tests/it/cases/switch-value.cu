// Each case of a `switch` knows the value, if it is not reached from the one before.
#include <cuda_runtime.h>
template <int N> __global__ void red(float *a) { __shared__ float s[N]; s[threadIdx.x] = 1; a[threadIdx.x] = s[N - 1 - threadIdx.x]; }
__global__ void k(float *a) { a[threadIdx.x] = 1; }
static void go(int threads, float *a) {
  switch (threads) {
    int unused;
    case 512: a = 0; red<512><<<4, threads>>>(a); break;
    case 256: red<256><<<4, threads>>>(a); break;
    case 128: case 64: red<64><<<4, threads>>>(a); break;
    case 1 ... 4: k<<<1, threads>>>(a); break;
    default: k<<<2, threads>>>(a);
  }
}
void any(int threads, float *a) {
  switch (threads) {
    case 512: red<512><<<4, threads>>>(a); break;
    case 256: red<256><<<4, threads>>>(a);
    case 128: red<128><<<4, threads>>>(a); break;
    default: if (threads > 256 && threads < 513) k<<<3, threads>>>(a);
  }
}
void sign(float *a) {
  unsigned n = 4294967295u;
  switch (n) { case (unsigned)-1: k<<<5, 256>>>(a); break; default: k<<<6, 256>>>(a); }
}
int main() {
  float *a;
  cudaMalloc(&a, 4096);
  go(256, a);
}
//@ blockDim.x == 256
//@ blockDim.x != 512
//= 9 main via 30: red<256><<<4, 256>>>(a = [4096]@29) | meets, meets
//= 17 elsewhere: red<512><<<4, uint32(threads)>>>(a = a) | violates: uint32(threads) == 256, violates: uint32(threads) != 512
//= 18 elsewhere: red<256><<<4, uint32(threads)>>>(a = a) | meets, meets
//= 19 elsewhere: red<128><<<4, uint32(threads)>>>(a = a) | if uint32(threads) == 256, if uint32(threads) != 512
//= 20 elsewhere: k<<<3, uint32(threads)>>>(a = a) | violates: uint32(threads) == 256, meets
//= 25 elsewhere: k<<<5, 256>>>(a = a) | meets, meets
