//args: --blockDim=256 --gridDim=4 --warp-sync=32
//expect: pass
__global__ void k(int *g) { __shared__ volatile int s[256]; int t = threadIdx.x; s[t] = g[blockIdx.x * 256 + t]; __syncthreads(); for (int d = 128; d > 32; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); } if (t < 32) { s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; } if (t == 0) g[blockIdx.x * 256] = s[0]; }
