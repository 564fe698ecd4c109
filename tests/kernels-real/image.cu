#include <opencv2/core.hpp>
#include <cuda_runtime.h>
#define CLAMP(v, a, b) min(max((v), (a)), (b))

__global__ void rgba_to_grey(const uchar4 *const rgba, unsigned char *const grey, int rows, int cols) {
  const int2 p = make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
  if (p.x >= cols || p.y >= rows) return;
  const int i = p.y * cols + p.x;
  uchar4 c = rgba[i];
  grey[i] = static_cast<unsigned char>(.299f * c.x + .587f * c.y + .114f * c.z);
}

__global__ void sobel(const unsigned char *in, unsigned char *out, int w, int h) {
  __shared__ unsigned char tile[18][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int dy = threadIdx.y; dy < 18; dy += 16)
    for (int dx = threadIdx.x; dx < 18; dx += 16) {
      int gx = CLAMP((int)(blockIdx.x * 16 + dx) - 1, 0, w - 1), gy = CLAMP((int)(blockIdx.y * 16 + dy) - 1, 0, h - 1);
      tile[dy][dx] = in[gy * w + gx];
    }
  __syncthreads();
  if (x >= w || y >= h) return;
  int a[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a[i][j] = tile[threadIdx.y + i][threadIdx.x + j];
  int gx = a[0][2] + 2 * a[1][2] + a[2][2] - a[0][0] - 2 * a[1][0] - a[2][0];
  int gy = a[2][0] + 2 * a[2][1] + a[2][2] - a[0][0] - 2 * a[0][1] - a[0][2];
  out[y * w + x] = (unsigned char)min(255, abs(gx) + abs(gy));
}

texture<float, 2, cudaReadModeElementType> tex_ref;
__global__ void rotate_texture(float *out, int w, int h, float theta, cudaTextureObject_t tex) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float u = x / (float)w - 0.5f, v = y / (float)h - 0.5f;
  float tu = u * cosf(theta) - v * sinf(theta) + 0.5f, tv = v * cosf(theta) + u * sinf(theta) + 0.5f;
  out[y * w + x] = tex2D<float>(tex, tu, tv);
}

__global__ void box_filter_x(float *id, float *od, int w, int h, int r) {
  unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  float scale = 1.0f / (float)((r << 1) + 1);
  float t = id[y * w] * r;
  for (int x = 0; x < (r + 1); x++) t += id[y * w + x];
  od[y * w] = t * scale;
  for (int x = 1; x < (r + 1); x++) { t += id[y * w + x + r]; t -= id[y * w]; od[y * w + x] = t * scale; }
  for (int x = (r + 1); x < w - r; x++) { t += id[y * w + x + r]; t -= id[y * w + x - r - 1]; od[y * w + x] = t * scale; }
}

void process(const cv::Mat &m) {
  const dim3 block(16, 16, 1);
  const dim3 grid((m.cols + block.x - 1) / block.x, (m.rows + block.y - 1) / block.y, 1);
  rgba_to_grey<<<grid, block>>>(nullptr, nullptr, m.rows, m.cols);
  sobel<<<grid, block>>>(nullptr, nullptr, m.cols, m.rows);
}
