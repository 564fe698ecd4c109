// verified --blockDim=64 --gridDim=1
typedef float (*Op)(float);
__device__ float square(float x) { return x * x; }
__device__ float twice(float x) { return 2.0f * x; }

template <Op F> __device__ void map(float *a) { *a = F(*a); }
template <typename F> __device__ void each(float *a, F f) { *a = f(*a); }
__global__ void k(float *A) { map<square>(A + threadIdx.x); each(A + threadIdx.x, twice); each(A + threadIdx.x, &square); }
