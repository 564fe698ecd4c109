// Additions under a condition.
//:: reordered: both 1 8, n=8
__global__ void old(const float *x, float *y, int n) { if (x[threadIdx.x] > 0) atomicAdd(y, x[threadIdx.x]); }
__global__ void fresh(const float *x, float *y, int n) {
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; i++)
      if (x[i] > 0) atomicAdd(y, x[i]);
}
