// unknown --blockDim=* --gridDim=*
// To be decided: a race, of two tokens where n > h.
// The token has the radix of the heads.
__global__ void k(float *o, const float *q, int b, int h, int n, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (h < 1 || n < 1 || d < 1 || i >= b * h * n * d) return;
  int e = i % d, t = i / d % h, head = i / d / n % h, batch = i / d / n / h;
  o[((batch * n + t) * h + head) * d + e] = q[i];
}
