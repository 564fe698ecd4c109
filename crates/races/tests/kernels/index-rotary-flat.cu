// verified --blockDim=* --gridDim=*
__global__ void k(float *q, const float *c, const float *s, int n, int heads, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (heads <= 0 || half <= 0 || i >= n * heads * half) return;
  int j = i % half, head = i / half % heads, t = i / half / heads;
  int at = (t * heads + head) * 2 * half + j;
  float x = q[at], y = q[at + half];
  q[at] = x * c[t * half + j] - y * s[t * half + j];
  q[at + half] = y * c[t * half + j] + x * s[t * half + j];
}
