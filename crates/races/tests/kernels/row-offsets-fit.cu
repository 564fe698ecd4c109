// verified:Fits --blockDim=64 --gridDim=*
// Offsets of rows rise from one to the next: there is memory with which sums of an offset and a thread fit.
__global__ void k(int *out, const int *__restrict__ row) {
  int t = threadIdx.x, r = blockIdx.x;
  int first = row[r], next = row[r + 1];
  if (first < next && first + t < first) out[0] = t;
}
