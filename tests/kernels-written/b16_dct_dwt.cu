#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define BLOCK_SIZE 8
#define INV_SQRT_2 0.70710678118654752440f
__constant__ float DCTv8matrix[BLOCK_SIZE * BLOCK_SIZE];
__device__ float CurBlockLocal1[BLOCK_SIZE * BLOCK_SIZE];
__global__ void CUDAkernel1DCT(float *Dst, int ImgWidth, int OffsetXBlocks, int OffsetYBlocks, cudaTextureObject_t TexSrc) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float CurBlockLocal1[BLOCK_SIZE * BLOCK_SIZE];
  __shared__ float CurBlockLocal2[BLOCK_SIZE * BLOCK_SIZE];
  const int bx = blockIdx.x + OffsetXBlocks, by = blockIdx.y + OffsetYBlocks, tx = threadIdx.x, ty = threadIdx.y;
  const float tex_x = (float)((bx << 3) + tx) + 0.5f, tex_y = (float)((by << 3) + ty) + 0.5f;
  CurBlockLocal1[(ty << 3) + tx] = tex2D<float>(TexSrc, tex_x, tex_y);
  cg::sync(cta);
  float curelem = 0;
  int DCTv8matrixIndex = 0 * BLOCK_SIZE + ty;
  int CurBlockLocal1Index = 0 * BLOCK_SIZE + tx;
#pragma unroll
  for (int i = 0; i < BLOCK_SIZE; i++) {
    curelem += DCTv8matrix[DCTv8matrixIndex] * CurBlockLocal1[CurBlockLocal1Index];
    DCTv8matrixIndex += BLOCK_SIZE;
    CurBlockLocal1Index += BLOCK_SIZE;
  }
  CurBlockLocal2[(ty << 3) + tx] = curelem;
  cg::sync(cta);
  Dst[(((by << 3) + ty) * ImgWidth) + ((bx << 3) + tx)] = CurBlockLocal2[(ty << 3) + tx];
}
__global__ void dwtHaar1D(float *id, float *od, float *approx_final, const unsigned int dlevels, const unsigned int slength_step_half, const int bdim) {
  cg::thread_block cta = cg::this_thread_block();
  extern __shared__ float shared[];
  const int gdim = gridDim.x;
  const int bid = blockIdx.x;
  const int tid = threadIdx.x;
  const int tid_global = (bid * bdim) + tid;
  unsigned int idata = (bid * (2 * bdim)) + tid;
  shared[tid] = id[idata];
  shared[tid + bdim] = id[idata + bdim];
  cg::sync(cta);
  float data0 = shared[2 * tid];
  float data1 = shared[(2 * tid) + 1];
  cg::sync(cta);
  od[tid_global + slength_step_half] = (data0 - data1) * INV_SQRT_2;
  unsigned int atid = tid + (tid >> 4);
  shared[atid] = (data0 + data1) * INV_SQRT_2;
  cg::sync(cta);
  if (dlevels > 1) {
    unsigned int offset_neighbor = 1;
    unsigned int num_threads = bdim >> 1;
    unsigned int idata0 = tid * 2;
    for (unsigned int i = 1; i < dlevels; ++i) {
      if (tid < num_threads) {
        unsigned int idata1 = idata0 + offset_neighbor;
        unsigned int g_wpos = (num_threads * gdim) + (bid * num_threads) + tid;
        unsigned int c_idata0 = idata0 + (idata0 >> 4);
        unsigned int c_idata1 = idata1 + (idata1 >> 4);
        od[g_wpos] = (shared[c_idata0] - shared[c_idata1]) * INV_SQRT_2;
        shared[c_idata0] = (shared[c_idata0] + shared[c_idata1]) * INV_SQRT_2;
        num_threads = num_threads >> 1;
        offset_neighbor <<= 1;
        idata0 = idata0 << 1;
      }
      cg::sync(cta);
    }
    if (0 == tid) approx_final[bid] = shared[0];
  }
}
void host(float *d, int w, int h, cudaTextureObject_t t, unsigned lv, int nt) {
  dim3 threads(8, 8);
  dim3 grid(w / 8, h / 8);
  CUDAkernel1DCT<<<grid, threads>>>(d, w, 0, 0, t);
  dim3 grid_size; grid_size.x = 64; grid_size.y = 1; grid_size.z = 1;
  dim3 block_size; block_size.x = nt;
  unsigned int mem_shared = (2 * nt) * sizeof(float);
  mem_shared += ((2 * nt) / 16) * sizeof(float);
  dwtHaar1D<<<grid_size, block_size, mem_shared>>>(d, d, d, lv, 1024, nt);
}
