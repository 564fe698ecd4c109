// verified --blockDim=* --gridDim=*
__global__ void k(float *o, const float *q, int b, int h, int n, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (h < 1 || n < 1 || d < 1 || i >= b * h * n * d) return;
  int e = i % d, t = i / d % n, head = i / d / n % h, batch = i / d / n / h;
  o[((batch * n + t) * h + head) * d + e] = q[i];
}
