// alpinist optimize --emit cuda examples/fusing/blocks.pvl
// exit status: 0
// examples/fusing/blocks.pvl: verified (1 method, N obligations)
// examples/fusing/blocks.pvl: step 1, fuse 2 4: done; result verified (1 method, N obligations); 1 contract unchanged
// Emitted by alpinist 0.2.0 from examples/fusing/blocks.pvl, which is verified.
// Integers have 32 bits. If all that is passed fits, nothing overflows: this is proved.
//
// Contract of `m`:
//   context_everywhere a != null && b != null && a.length == 1024 && b.length == 1024;
//   context (\forall* int i; 0 <= i && i < 1024; Perm(a[i], 1));
//   context (\forall* int i; 0 <= i && i < 1024; Perm(b[i], 1));
//   ensures (\forall int i; 0 <= i && i < 1024; b[i] == 1);

#include <cuda_runtime.h>

// `par` in line 9: blocks of threads.
//@ requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 4 && gridDim.y == 1 && gridDim.z == 1;
//@ requires length(a) >= 1024 && length(b) >= 1024;
//@ requires disjoint(a, b);
__global__ void m_blocks(int *a, int *b) {
  const int block_ = (int)blockIdx.x;
  const int t_in_block = (int)threadIdx.x;
  a[256 * block_ + t_in_block] = 1;
  __syncthreads();
  if ((256 * block_ + t_in_block) % 2 == 0) {
    b[256 * block_ + t_in_block] = a[256 * block_ + t_in_block + 1];
  } else {
    b[256 * block_ + t_in_block] = a[256 * block_ + t_in_block - 1];
  }
}

// Whether two arrays with so many elements have no byte in common.
template <class A, class B>
static bool disjoint(const A *a, size_t a_length, const B *b, size_t b_length) {
  const size_t first = (size_t)a, second = (size_t)b;
  const size_t first_bytes = a_length * sizeof(A), second_bytes = b_length * sizeof(B);
  return first + first_bytes <= second || second + second_bytes <= first;
}

// Tests what the contract requires of the arguments; gives the first clause that does not hold.
static const char *check_m(const int *a, long long a_length, const int *b, long long b_length) {
  if (!(0 <= a_length && a_length <= 2147483647)) {
    return "0 <= a_length, in 32 bits";
  }
  if (!(0 <= b_length && b_length <= 2147483647)) {
    return "0 <= b_length, in 32 bits";
  }
  if (!(a != nullptr)) {
    return "a != null";
  }
  if (!(b != nullptr)) {
    return "b != null";
  }
  if (!(a_length == 1024)) {
    return "a.length == 1024";
  }
  if (!(b_length == 1024)) {
    return "b.length == 1024";
  }
  if (!(disjoint(a, a_length, b, b_length))) {
    return "a and b are different arrays";
  }
  if (!(256 <= 1024)) {
    return "256 <= 1024: the threads of a barrier are one block";
  }
  return nullptr;
}

// `m`. Arrays lie in memory of the device, each followed by its length in elements.
cudaError_t run_m(int *a, int a_length, int *b, int b_length, cudaStream_t stream) {
  if (check_m(a, a_length, b, b_length) != nullptr) {
    return cudaErrorInvalidValue;
  }
  {
    const long long blocks = 4;
    const long long threads = 256;
    if (blocks > 0 && threads > 0) {
      if (blocks > 2147483647 || threads > 1024) {
        return cudaErrorInvalidConfiguration;
      }
      m_blocks<<<(unsigned)blocks, (unsigned)threads, 0, stream>>>(a, b);
      if (const cudaError_t error = cudaGetLastError()) {
        return error;
      }
    }
  }
  return cudaSuccess;
}
// alpinist races, exit status: 0
// fused-blocks.cu:16: kernel `m_blocks`: verified; block 256 (required), grid 4 (required)
//   requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 4 && gridDim.y == 1 && gridDim.z == 1    // written in line 13
//   requires length(a) >= 1024 && length(b) >= 1024    // written in line 14
//   requires disjoint(a, b)    // written in line 15
//   assumed:
//   - pointer arguments do not alias
//   - address arithmetic does not wrap
//   - the launch in line 77 satisfies the contract
//   the launch in line 77 meets the contract if `length(a) >= 1024` and `length(b) >= 1024` and `disjoint(a, b)`
// 1 kernel in 1 file: 1 verified
