// Inline assembly: copies, rows of matrices, loads and stores past caches, registers of the machine.
#include <cuda_fp16.h>
#include <stdint.h>
#define CP16(dst, src) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(16))
#define COMMIT() asm volatile("cp.async.commit_group;\n" ::)
#define WAITG(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define LDM4(R0, R1, R2, R3, addr) asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n" : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3) : "r"(addr))
#define MMA(RD0, RD1, RA0, RA1, RA2, RA3, RB0, RB1, RC0, RC1) \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};\n" \
    : "=r"(RD0), "=r"(RD1) : "r"(RA0), "r"(RA1), "r"(RA2), "r"(RA3), "r"(RB0), "r"(RB1), "r"(RC0), "r"(RC1))

// Right.
__global__ void __launch_bounds__(32) copy_rows(const half *a, half *b) {
  __shared__ half s[32 * 8];
  uint32_t base = __cvta_generic_to_shared(s);
  int t = threadIdx.x;
  CP16(base + t * 16, &a[(blockIdx.x * 32 + t) * 8]);
  COMMIT();
  WAITG(0);
  __syncthreads();
  for (int j = 0; j < 8; j++) b[(blockIdx.x * 32 + t) * 8 + j] = s[(31 - t) * 8 + j];
}

// Wrong: no barrier.
__global__ void __launch_bounds__(32) copy_rows_wrong(const half *a, half *b) {
  __shared__ half s[32 * 8];
  uint32_t base = __cvta_generic_to_shared(s);
  int t = threadIdx.x;
  CP16(base + t * 16, &a[(blockIdx.x * 32 + t) * 8]);
  COMMIT();
  WAITG(0);
  for (int j = 0; j < 8; j++) b[(blockIdx.x * 32 + t) * 8 + j] = s[(31 - t) * 8 + j];
}

// Right: load rows behind a barrier.
__global__ void __launch_bounds__(32) rows(const half *a, uint32_t *b) {
  __shared__ half s[16][16];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) s[i / 16][i % 16] = a[i];
  __syncthreads();
  uint32_t r0, r1, r2, r3;
  uint32_t p = __cvta_generic_to_shared(&s[t % 16][(t / 16) * 8]);
  LDM4(r0, r1, r2, r3, p);
  uint32_t d0 = 0, d1 = 0;
  MMA(d0, d1, r0, r1, r2, r3, r0, r1, d0, d1);
  b[blockIdx.x * 32 + t] = d0 + d1;
}

// Wrong: no barrier.
__global__ void __launch_bounds__(32) rows_wrong(const half *a, uint32_t *b) {
  __shared__ half s[16][16];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) s[i / 16][i % 16] = a[i];
  uint32_t r0, r1, r2, r3;
  uint32_t p = __cvta_generic_to_shared(&s[t % 16][(t / 16) * 8]);
  LDM4(r0, r1, r2, r3, p);
  b[blockIdx.x * 32 + t] = r0 + r1 + r2 + r3;
}

// Wrong: own rows, no barrier of the warp.
__global__ void __launch_bounds__(32) own_rows_wrong(uint32_t *b) {
  __shared__ half s[32][8];
  int t = threadIdx.x;
  for (int j = 0; j < 8; j++) s[t][j] = (half)(float)t;
  uint32_t r0, r1, r2, r3;
  uint32_t p = __cvta_generic_to_shared(&s[t][0]);
  LDM4(r0, r1, r2, r3, p);
  b[blockIdx.x * 32 + t] = r0 + r1 + r2 + r3;
}

// Right: own rows with it.
__global__ void __launch_bounds__(32) own_rows(uint32_t *b) {
  __shared__ half s[32][8];
  int t = threadIdx.x;
  for (int j = 0; j < 8; j++) s[t][j] = (half)(float)t;
  __syncwarp();
  uint32_t r0, r1, r2, r3;
  uint32_t p = __cvta_generic_to_shared(&s[t][0]);
  LDM4(r0, r1, r2, r3, p);
  b[blockIdx.x * 32 + t] = r0 + r1 + r2 + r3;
}

// Wrong: a part of the warp.
__global__ void __launch_bounds__(32) part_wrong(const half *a, uint32_t *b) {
  __shared__ half s[16][16];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) s[i / 16][i % 16] = a[i];
  __syncthreads();
  uint32_t r0 = 0, r1 = 0, r2 = 0, r3 = 0;
  uint32_t p = __cvta_generic_to_shared(&s[t % 16][(t / 16) * 8]);
  if (t < 16) LDM4(r0, r1, r2, r3, p);
  b[blockIdx.x * 32 + t] = r0 + r1 + r2 + r3;
}

// Wrong: outside of the array.
__global__ void __launch_bounds__(32) outside_wrong(const half *a, uint32_t *b) {
  __shared__ half s[16][16];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) s[i / 16][i % 16] = a[i];
  __syncthreads();
  uint32_t r0, r1, r2, r3;
  uint32_t p = __cvta_generic_to_shared(&s[t % 16][(t / 16) * 8 + 8]);
  LDM4(r0, r1, r2, r3, p);
  b[blockIdx.x * 32 + t] = r0 + r1 + r2 + r3;
}

// Right.
__global__ void __launch_bounds__(32) lanes(unsigned *b) {
  unsigned l; asm("mov.u32 %0, %%laneid;" : "=r"(l));
  b[blockIdx.x * 32 + l] = 1;
}

// Wrong.
__global__ void __launch_bounds__(32) lanes_wrong(unsigned *b) {
  unsigned l; asm("mov.u32 %0, %%laneid;" : "=r"(l));
  b[blockIdx.x * 32 + l / 2] = 1;
}

// Right.
__global__ void stream(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x; asm volatile("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(x) : "l"(a + i));
    asm volatile("st.global.cs.f32 [%0], %1;" :: "l"(b + i), "f"(x) : "memory");
  }
}

// Wrong.
__global__ void stream_wrong(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x; asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(x) : "l"(a + i));
    asm volatile("st.global.cs.v2.f32 [%0], {%1, %1};" :: "l"(b + i), "f"(x) : "memory");
  }
}

// Wrong: a literal of 64 bits is not negative, so the sum is 2^32 for all.
__global__ void __launch_bounds__(32) literal_wrong(float *b) {
  __shared__ float s[32];
  unsigned long long x;
  asm("add.u64 %0, %1, 0xffffffff;" : "=l"(x) : "l"(1ull));
  if (x == 1ull << 32) s[0] = threadIdx.x;
}

// Right: predicate.
__global__ void __launch_bounds__(32) guarded(const half *a, half *b, int n) {
  __shared__ half s[32 * 8];
  int t = threadIdx.x;
  uint32_t dst = __cvta_generic_to_shared(s + t * 8);
  int ok = t < n;
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %0, 0;\n @p cp.async.cg.shared.global [%1], [%2], 16;\n}\n" :: "r"(ok), "r"(dst), "l"(a + t * 8));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  b[blockIdx.x * 32 + t] = s[(31 - t) * 8];
}

// No rule.
__global__ void __launch_bounds__(32) named(int *b) { asm volatile("bar.sync 1, 64;"); b[threadIdx.x] = 0; }
