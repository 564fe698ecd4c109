// unknown --blockDim=* --gridDim=*
// To be decided: a race, of threads that differ only in `b`.
// A digit comes twice, another not at all.
__global__ void k(float *o, const float *a, int p, int q, int r, int s, int t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (q <= 0 || r <= 0 || s <= 0 || t <= 0 || i >= p * q * r * s * t) return;
  int e = i % t, d = i / t % s, c = i / t / s % r, b = i / t / s / r % q, n = i / t / s / r / q;
  o[(((n * s + d) * q + d) * t + e) * r + c] = a[i];
}
