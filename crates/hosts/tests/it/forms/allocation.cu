#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  const int n = atoi(argv[1]);
  float *a = NULL, *b, *c;
  cudaMalloc((void **)&a, sizeof(float) * n);
  cudaMallocManaged(&b, n * sizeof(*b));
  c = b;
  k<<<1, 32>>>(a, n);
  k<<<1, 32>>>(c, n);
  float *d;
  k<<<1, 32>>>(d, n);
}
//@ length(a) >= n
//@ aligned(a, 16)
//@ length(a) >= 64
//= 9 main: k<<<1, 32>>>(a = [uint64(4 * uint64(atoi(argv[1])))]@6, n = atoi(argv[1])) | meets, meets, if uint64(4 * uint64(atoi(argv[1]))) / 4 >= 64
//= 10 main: k<<<1, 32>>>(a = [uint64(uint64(atoi(argv[1])) * 4)]@7, n = atoi(argv[1])) | meets, meets, if uint64(uint64(atoi(argv[1])) * 4) / 4 >= 64
//= 12 main: k<<<1, 32>>>(a = ?, n = atoi(argv[1])) | unchecked: `d` has no value yet, unchecked: `d` has no value yet, unchecked: `d` has no value yet
