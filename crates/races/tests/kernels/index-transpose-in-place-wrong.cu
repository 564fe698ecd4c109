// unknown --blockDim=[*,*] --gridDim=[*,*]
// To be decided: a race, of the threads (i, j) and (j, i).
// Both threads of a pair exchange it.
__global__ void k(float *a, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  float t = a[i * n + j];
  a[i * n + j] = a[j * n + i];
  a[j * n + i] = t;
}
