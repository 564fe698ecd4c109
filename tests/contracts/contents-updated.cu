// wrong
// Two elements may be in one bin: that there are no two of those is what nobody means who counts.
__global__ void count(int *bins, const int *bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[bin[i]] += 1;
}
