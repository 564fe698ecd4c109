//:old clear 1 4; count 2 8
//:new direct 1 4
//:: exact: n=13
__global__ void clear(int *bins) { bins[threadIdx.x] = 0; }
__global__ void count(const int *x, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[x[i] & 3], 1);
}
__global__ void direct(const int *x, int *bins, int n) {
  int c = 0;
  for (int i = 0; i < n; i++) if ((x[i] & 3) == (int)threadIdx.x) c++;
  bins[threadIdx.x] = c;
}
