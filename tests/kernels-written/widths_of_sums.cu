// Widths that are sums of parameters, and products of which the signs are not known.

// Right: an image is as wide as the filter leaves it.
__global__ void filtered(const float *in, float *out, int h, int w, int k, int r) {
  int n = blockIdx.z, m = blockIdx.y, p = blockIdx.x * blockDim.x + threadIdx.x;
  int oh = h - r + 1, ow = w - r + 1;
  if (p >= oh * ow || m >= k) return;
  out[(n * k + m) * oh * ow + p] = in[n];
}

// Right: planes of h*w.
__global__ void planes(const float *in, float *out, int h, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
  if (i < h * w) out[c * h * w + i] = in[i];
}

// Wrong: planes are stored one element apart.
__global__ void planes_close(const float *in, float *out, int h, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
  if (i < h * w) out[c + i] = in[i];
}
