#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define RADIUS 1
__device__ void d_boxfilter_y(float *id, float *od, int w, int h, int r) {
  float scale = 1.0f / (float)((r << 1) + 1);
  float t = id[0] * r;
  for (int y = 0; y < (r + 1); y++) t += id[y * w];
  od[0] = t * scale;
  for (int y = 1; y < (r + 1); y++) { t += id[(y + r) * w]; t -= id[0]; od[y * w] = t * scale; }
  for (int y = (r + 1); y < (h - r); y++) { t += id[(y + r) * w]; t -= id[((y - r) * w) - w]; od[y * w] = t * scale; }
  for (int y = h - r; y < h; y++) { t += id[(h - 1) * w]; t -= id[((y - r) * w) - w]; od[y * w] = t * scale; }
}
__global__ void d_boxfilter_y_global(float *id, float *od, int w, int h, int r) {
  unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
  d_boxfilter_y(&id[x], &od[x], w, h, r);
}
__global__ void sobelShared(const unsigned char *in, unsigned char *out, int w, int h) {
  __shared__ unsigned char s[18][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  s[ly][lx] = in[min(y, h - 1) * w + min(x, w - 1)];
  if (threadIdx.x == 0) s[ly][0] = in[min(y, h - 1) * w + max(x - 1, 0)];
  if (threadIdx.x == 15) s[ly][17] = in[min(y, h - 1) * w + min(x + 1, w - 1)];
  if (threadIdx.y == 0) s[0][lx] = in[max(y - 1, 0) * w + min(x, w - 1)];
  if (threadIdx.y == 15) s[17][lx] = in[min(y + 1, h - 1) * w + min(x, w - 1)];
  if (threadIdx.x < 2 && threadIdx.y < 2) s[threadIdx.y * 17][threadIdx.x * 17] = 0;
  __syncthreads();
  if (x < w && y < h) {
    int gx = -s[ly - 1][lx - 1] + s[ly - 1][lx + 1] - 2 * s[ly][lx - 1] + 2 * s[ly][lx + 1] - s[ly + 1][lx - 1] + s[ly + 1][lx + 1];
    out[y * w + x] = abs(gx);
  }
}
__global__ void rgba_to_grey(const uchar4 *const rgba, unsigned char *const grey, int numRows, int numCols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= numCols || r >= numRows) return;
  uchar4 p = rgba[r * numCols + c];
  grey[r * numCols + c] = .299f * p.x + .587f * p.y + .114f * p.z;
}
__global__ void stencil_1d(const int *in, int *out) {
  __shared__ int temp[64 + 2 * 3];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x;
  int lindex = threadIdx.x + 3;
  temp[lindex] = in[gindex];
  if (threadIdx.x < 3) { temp[lindex - 3] = in[gindex - 3]; temp[lindex + 64] = in[gindex + 64]; }
  // mistake: missing __syncthreads()
  int result = 0;
  for (int offset = -3; offset <= 3; offset++) result += temp[lindex + offset];
  out[gindex] = result;
}
__global__ void heat2d(const float *in, float *out, int nx, int ny, float a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
    int c = j * nx + i;
    out[c] = in[c] + a * (in[c - 1] + in[c + 1] + in[c - nx] + in[c + nx] - 4 * in[c]);
  }
}
int iDivUp(int a, int b) { return (a % b != 0) ? (a / b + 1) : (a / b); }
extern "C" void run(float *a, float *b, unsigned char *c, uchar4 *d, int width, int height, int nthreads) {
  d_boxfilter_y_global<<<width / nthreads, nthreads, 0>>>(a, b, width, height, 10);
  sobelShared<<<dim3(iDivUp(width, 16), iDivUp(height, 16)), dim3(16, 16)>>>(c, c, width, height);
  const dim3 blockSize(16, 16, 1);
  const dim3 gridSize(width / 16 + 1, height / 16 + 1, 1);
  rgba_to_grey<<<gridSize, blockSize>>>(d, c, height, width);
  stencil_1d<<<1024, 64>>>((int *)a, (int *)b);
  heat2d<<<gridSize, blockSize>>>(a, b, width, height, .1f);
}
