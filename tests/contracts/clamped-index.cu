// wrong
// All threads behind the last element write the last one; that `n` is a factor elsewhere does not help.
__global__ void k(int *out, const int *a, int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int i = min(id, n - 1);
  int s = a[(size_t)i * n];
  out[i] = s + blockIdx.x;
}
