// The second launch is executed once for each case; where it writes nothing there is what the first has left.
//:old twice 1 4; turn 1 4
//:new both 1 4
//:: exact:
__global__ void twice(const float *x, float *y) { y[threadIdx.x] = 2.0f * x[threadIdx.x]; }
__global__ void turn(float *y, const int *flag) {
  __shared__ float s[4];
  if (flag[0] > 0) {
    s[threadIdx.x] = y[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = s[3 - threadIdx.x];
  }
}
__global__ void both(const float *x, float *y, const int *flag) {
  y[threadIdx.x] = flag[0] > 0 ? 2.0f * x[3 - threadIdx.x] : 2.0f * x[threadIdx.x];
}
