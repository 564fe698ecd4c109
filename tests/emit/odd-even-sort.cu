// alpinist emit --to cuda examples/kernels/odd-even-sort.pvl
// exit status: 0
// examples/kernels/odd-even-sort.pvl: verified (1 method, N obligations)
// Emitted by alpinist 0.2.0 from examples/kernels/odd-even-sort.pvl, which is verified.
// Integers have 32 bits. If all that is passed fits, nothing overflows: this is proved.
//
// Contract of `Sort.sort`:
//   context_everywhere a != null && n > 0 && a.length == 2 * n + 1 && 0 <= rounds;
//   context (\forall* int i = 0 .. 2 * n + 1; Perm(a[i], write));

#include <cuda_runtime.h>

// `par threads` in line 9.
//@ requires blockDim.x == n && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires n > 0 && 0 <= rounds;
//@ requires length(a) >= 2 * n + 1;
__global__ void Sort_sort_threads(int n, int rounds, int *a) {
  const int tid = (int)threadIdx.x;
  int round = 0;
  while (round < rounds) {
    if (a[2 * tid] > a[2 * tid + 1]) {
      int x = a[2 * tid];
      a[2 * tid] = a[2 * tid + 1];
      a[2 * tid + 1] = x;
    }
    __syncthreads();
    if (a[2 * tid + 1] > a[2 * tid + 2]) {
      int x_2 = a[2 * tid + 1];
      a[2 * tid + 1] = a[2 * tid + 2];
      a[2 * tid + 2] = x_2;
    }
    __syncthreads();
    round = round + 1;
  }
}

// Tests what the contract requires of the arguments; gives the first clause that does not hold.
static const char *check_Sort_sort(long long n, long long rounds, const int *a,
    long long a_length) {
  if (!(-2147483647 - 1 <= n && n <= 2147483647)) {
    return "n fits into 32 bits";
  }
  if (!(-2147483647 - 1 <= rounds && rounds <= 2147483647)) {
    return "rounds fits into 32 bits";
  }
  if (!(0 <= a_length && a_length <= 2147483647)) {
    return "0 <= a_length, in 32 bits";
  }
  if (!(a != nullptr)) {
    return "a != null";
  }
  if (!(n > 0)) {
    return "n > 0";
  }
  if (!(a_length == 2 * n + 1)) {
    return "a.length == 2 * n + 1";
  }
  if (!(0 <= rounds)) {
    return "0 <= rounds";
  }
  if (!(n <= 1024)) {
    return "n <= 1024: the threads of a barrier are one block";
  }
  return nullptr;
}

// `Sort.sort`. Arrays lie in memory of the device, each followed by its length in elements.
cudaError_t run_Sort_sort(int n, int rounds, int *a, int a_length, cudaStream_t stream) {
  if (check_Sort_sort(n, rounds, a, a_length) != nullptr) {
    return cudaErrorInvalidValue;
  }
  {
    const long long threads = n;
    if (threads > 0) {
      if (threads > 1024) {
        return cudaErrorInvalidConfiguration;
      }
      Sort_sort_threads<<<1, (unsigned)threads, 0, stream>>>(n, rounds, a);
      if (const cudaError_t error = cudaGetLastError()) {
        return error;
      }
    }
  }
  return cudaSuccess;
}
// alpinist races, exit status: 0
// odd-even-sort.cu:14: kernel `Sort_sort_threads`: verified; block * (required), grid 1 (required)
//   requires blockDim.x == n && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1    // written in line 11
//   requires n > 0 && 0 <= rounds    // written in line 12
//   requires length(a) >= 2 * n + 1    // written in line 13
//   assumed:
//   - address arithmetic does not wrap
//   - the grid has at most 2147482623 threads in each dimension
//   - a block has at most 1024 threads in each dimension
//   - the launch in line 75 satisfies the contract
//   the launch in line 75 meets the contract if `0 <= rounds` and `length(a) >= 2 * n + 1`
// 1 kernel in 1 file: 1 verified
