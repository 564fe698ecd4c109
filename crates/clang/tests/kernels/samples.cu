// read: blend, texels, fetched, rotated, parent
// What NVIDIA's samples include: vector arithmetic, textures by reference, complex numbers.
#include <cuComplex.h>
#include "helper_math.h"
texture<float, 2, cudaReadModeElementType> plain;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> image;
texture<int4, 1> table;
__global__ void blend(float3 *to, const float3 *from, uint3 size, float t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float3 a = lerp(from[i], from[i + 1], t) * 0.5f + normalize(from[i]) / 2.0f;
  a += cross(a, make_float3(1.0f)) - dot(a, a);
  to[i] = clamp(-a, 0.0f, 1.0f);
}
__global__ void texels(float *to, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  to[x] = tex2D(plain, x + 0.5f, 0.5f);
}
__global__ void fetched(float4 *to) {
  float4 color = tex2D(image, threadIdx.x, 0.0f);
  int4 more = tex1Dfetch(table, threadIdx.x);
  to[threadIdx.x] = make_float4(color.x, color.y, more.x, more.y);
}
__global__ void rotated(cuDoubleComplex *z, cuComplex *w) {
  int i = threadIdx.x;
  z[i] = cuCmul(cuCadd(z[i], make_cuDoubleComplex(1, 0)), cuConj(z[i]));
  w[i] = make_cuComplex(cuCabsf(w[i]), cuCrealf(w[i]));
}
// A kernel that launches one.
__global__ void parent(int *data, int depth) {
  data[threadIdx.x] = depth;
  if (depth > 0 && threadIdx.x == 0) parent<<<1, 32>>>(data + 32, depth - 1);
}
