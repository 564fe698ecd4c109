// unknown --blockDim=64 --gridDim=2
struct S { float x; __device__ float get() const { return x; } __device__ float two() const { return 2 * x; } };
__global__ void k(float *A, int c) {
  float (S::*f)() const = c ? &S::get : &S::two;
  S s{1.0f};
  A[blockIdx.x * blockDim.x + threadIdx.x] = (s.*f)();
}
