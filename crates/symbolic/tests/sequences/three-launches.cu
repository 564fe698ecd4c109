//:old square 2 4; sum 1 1; divide 2 4
//:new norm 1 8
//:temporary q
//:temporary s
//:: exact: n=8
__global__ void square(const float *x, float *q, int n) { int i = blockIdx.x * 4 + threadIdx.x; if (i < n) q[i] = x[i] * x[i]; }
__global__ void sum(const float *q, float *s, int n) { float a = 0; for (int i = 0; i < n; i++) a += q[i]; s[0] = sqrtf(a); }
__global__ void divide(const float *x, const float *s, float *y, int n) { int i = blockIdx.x * 4 + threadIdx.x; if (i < n) y[i] = x[i] / s[0]; }
__global__ void norm(const float *x, float *y, int n) {
  __shared__ float s;
  if (threadIdx.x == 0) {
    float a = 0;
    for (int i = 0; i < n; i++) a += x[i] * x[i];
    s = sqrtf(a);
  }
  __syncthreads();
  if (threadIdx.x < n) y[threadIdx.x] = x[threadIdx.x] / s;
}
