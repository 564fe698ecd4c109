#include <cuda_runtime.h>
#include <stdio.h>
__device__ inline float cndGPU(float d) {
  const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f, RSQRT2PI = 0.39894228f;
  float K = __fdividef(1.0f, (1.0f + 0.2316419f * fabsf(d)));
  float cnd = RSQRT2PI * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
  if (d > 0) cnd = 1.0f - cnd;
  return cnd;
}
__device__ inline void bsBody(float &CallResult, float &PutResult, float S, float X, float T, float R, float V) {
  float sqrtT = __fdividef(1.0F, rsqrtf(T));
  float d1 = __fdividef(__logf(S / X) + (R + 0.5f * V * V) * T, V * sqrtT);
  float d2 = d1 - V * sqrtT;
  float CNDD1 = cndGPU(d1), CNDD2 = cndGPU(d2);
  float expRT = __expf(-R * T);
  CallResult = S * CNDD1 - X * expRT * CNDD2;
  PutResult = X * expRT * (1.0f - CNDD2) - S * (1.0f - CNDD1);
}
__launch_bounds__(128) __global__ void bsGPU(float2 *__restrict d_CallResult, float2 *__restrict d_PutResult, float2 *__restrict d_StockPrice, float2 *__restrict d_OptionStrike, float2 *__restrict d_OptionYears, float Riskfree, float Volatility, int optN) {
  const int opt = blockDim.x * blockIdx.x + threadIdx.x;
  float callResult1, callResult2, putResult1, putResult2;
  if (opt < (optN / 2)) {
    bsBody(callResult1, putResult1, d_StockPrice[opt].x, d_OptionStrike[opt].x, d_OptionYears[opt].x, Riskfree, Volatility);
    bsBody(callResult2, putResult2, d_StockPrice[opt].y, d_OptionStrike[opt].y, d_OptionYears[opt].y, Riskfree, Volatility);
    d_CallResult[opt] = make_float2(callResult1, callResult2);
    d_PutResult[opt] = make_float2(putResult1, putResult2);
  }
}
template <class T> __device__ inline int calcM(const T xPos, const T yPos, const T xJ, const T yJ, const int crunch, const bool isJulia) {
  T x, y, xx, yy, xC, yC;
  if (isJulia) { xC = xJ; yC = yJ; y = yPos; x = xPos; } else { xC = xPos; yC = yPos; y = 0; x = 0; }
  yy = y * y; xx = x * x;
  int i = crunch;
  while (--i && (xx + yy < T(4.0))) { y = x * y + x * y + yC; x = xx - yy + xC; yy = y * y; xx = x * x; }
  return i;
}
__device__ unsigned int blockCounter;
template <class T> __global__ void MandelWork(uchar4 *dst, const int imageW, const int imageH, const int crunch, const T xOff, const T yOff, const T scale, const uchar4 colors, const int gridWidth, const int numBlocks) {
  __shared__ unsigned int blockIndex;
  __shared__ unsigned int blockX, blockY;
  while (1) {
    if ((threadIdx.x == 0) && (threadIdx.y == 0)) {
      blockIndex = atomicAdd(&blockCounter, 1);
      blockX = blockIndex % gridWidth;
      blockY = blockIndex / gridWidth;
    }
    __syncthreads();
    if (blockIndex >= numBlocks) break;
    const int ix = blockDim.x * blockX + threadIdx.x;
    const int iy = blockDim.y * blockY + threadIdx.y;
    if ((ix < imageW) && (iy < imageH)) {
      int m = calcM<T>((T)ix * scale + xOff, (T)iy * scale + yOff, 0, 0, crunch, false);
      m = m > 0 ? crunch - m : 0;
      uchar4 color;
      if (m) { color.x = m * colors.x; color.y = m * colors.y; color.z = m * colors.z; } else { color.x = 0; color.y = 0; color.z = 0; }
      int pixel = imageW * iy + ix;
      color.w = 0;
      dst[pixel] = color;
    }
    __syncthreads();
  }
}
template <class T> __global__ void MandelPlain(uchar4 *dst, const int imageW, const int imageH, const int crunch, const T xOff, const T yOff, const T scale) {
  const int ix = blockDim.x * blockIdx.x + threadIdx.x;
  const int iy = blockDim.y * blockIdx.y + threadIdx.y;
  if ((ix < imageW) && (iy < imageH)) {
    int m = calcM<T>((T)ix * scale + xOff, (T)iy * scale + yOff, 0, 0, crunch, false);
    uchar4 color = make_uchar4(m, m * 2, m * 3, 255);
    int pixel = imageW * iy + ix;
    dst[pixel] = color;
  }
}
#define DIV_UP(a, b) (((a) + (b) - 1) / (b))
inline int iDivUp(int a, int b) { return ((a % b) != 0) ? (a / b + 1) : (a / b); }
void run(uchar4 *dst, int imageW, int imageH, int numSMs, float2 *p) {
  dim3 threads(16, 16);
  dim3 grid(iDivUp(imageW, 16), iDivUp(imageH, 16));
  unsigned int zero = 0;
  cudaMemcpyToSymbol(blockCounter, &zero, sizeof(zero));
  MandelWork<float><<<numSMs, threads>>>(dst, imageW, imageH, 512, 0.f, 0.f, 1.f, make_uchar4(1, 2, 3, 0), grid.x, grid.x * grid.y);
  MandelPlain<float><<<grid, threads>>>(dst, imageW, imageH, 512, 0.f, 0.f, 1.f);
  bsGPU<<<DIV_UP((4000000 / 2), 128), 128>>>(p, p, p, p, p, 0.02f, 0.3f, 4000000);
}
