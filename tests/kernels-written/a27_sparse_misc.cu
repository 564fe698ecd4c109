#include <torch/extension.h>
__global__ void csr_spmv_vector(const int* __restrict__ rowptr, const int* __restrict__ col, const float* __restrict__ val, const float* __restrict__ x, float* __restrict__ y, int rows) {
  __shared__ volatile float s[256];
  int t = blockIdx.x * blockDim.x + threadIdx.x, w = t / 32, lane = t & 31;
  float a = 0;
  if (w < rows) for (int j = rowptr[w] + lane; j < rowptr[w + 1]; j += 32) a += val[j] * x[col[j]];
  s[threadIdx.x] = a;
  __syncwarp();
  for (int o = 16; o > 0; o >>= 1) { if (lane < o) s[threadIdx.x] += s[threadIdx.x + o]; __syncwarp(); }
  if (lane == 0 && w < rows) y[w] = s[threadIdx.x];
}
__global__ void topk_block(const float* x, float* vals, int* idx, int n, int k) {
  __shared__ float sv[256]; __shared__ int si[256];
  const float* row = x + blockIdx.x * n;
  float best = -INFINITY; int bi = -1; float last = INFINITY; 
  for (int r = 0; r < k; ++r) {
    best = -INFINITY; bi = -1;
    for (int i = threadIdx.x; i < n; i += blockDim.x) { float v = row[i]; if (v < last && v > best) { best = v; bi = i; } }
    sv[threadIdx.x] = best; si[threadIdx.x] = bi;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
      if (threadIdx.x < s && sv[threadIdx.x + s] > sv[threadIdx.x]) { sv[threadIdx.x] = sv[threadIdx.x + s]; si[threadIdx.x] = si[threadIdx.x + s]; }
      __syncthreads();
    }
    last = sv[0];
    if (threadIdx.x == 0) { vals[blockIdx.x * k + r] = sv[0]; idx[blockIdx.x * k + r] = si[0]; }
    __syncthreads();
  }
}
__global__ void dropout_kernel(const float* x, float* y, unsigned char* mask, float p, unsigned long long seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long z = seed + i * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull; z ^= z >> 27;
  float u = (z & 0xffffff) / 16777216.f;
  mask[i] = u >= p;
  y[i] = u >= p ? x[i] / (1 - p) : 0.f;
}
__global__ void batched_transpose(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int64_t b = (int64_t)blockIdx.z * rows * cols;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
  for (int j = 0; j < 32; j += 8) if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[b + (y + j) * cols + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
  for (int j = 0; j < 32; j += 8) if (x < rows && y + j < cols) out[b + (y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void nms_iou(const float4* boxes, unsigned long long* mask, int n, float thr) {
  const int row = blockIdx.y, col = blockIdx.x;
  const int rs = min(n - row * 64, 64), cs = min(n - col * 64, 64);
  __shared__ float4 b[64];
  if (threadIdx.x < cs) b[threadIdx.x] = boxes[col * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < rs) {
    const int cur = row * 64 + threadIdx.x;
    float4 a = boxes[cur];
    unsigned long long t = 0;
    int start = row == col ? threadIdx.x + 1 : 0;
    for (int i = start; i < cs; ++i) {
      float l = fmaxf(a.x, b[i].x), r = fminf(a.z, b[i].z), tp = fmaxf(a.y, b[i].y), bt = fminf(a.w, b[i].w);
      if (fmaxf(r - l, 0.f) * fmaxf(bt - tp, 0.f) > thr) t |= 1ULL << i;
    }
    mask[cur * ((n + 63) / 64) + col] = t;
  }
}
void go(torch::Tensor x, int* rp, int* c, int k) {
  int n = x.size(1), rows = x.size(0);
  csr_spmv_vector<<<(rows * 32 + 255) / 256, 256>>>(rp, c, x.data_ptr<float>(), x.data_ptr<float>(), x.data_ptr<float>(), rows);
  topk_block<<<rows, 256>>>(x.data_ptr<float>(), x.data_ptr<float>(), c, n, k);
  int total = x.numel();
  dropout_kernel<<<(total + 255) / 256, 256>>>(x.data_ptr<float>(), x.data_ptr<float>(), (unsigned char*)c, .5f, 7ull, total);
  dim3 tb(32, 8), tg((n + 31) / 32, (rows + 31) / 32, 4);
  batched_transpose<<<tg, tb>>>(x.data_ptr<float>(), x.data_ptr<float>(), rows, n);
  dim3 ng((n + 63) / 64, (n + 63) / 64);
  nms_iou<<<ng, 64>>>((float4*)x.data_ptr(), nullptr, n, .5f);
}
