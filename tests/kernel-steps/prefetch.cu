// Elements that are worth a register: accumulators, a field with two updates, tiles of shared memory.
//:: --prefetch u[i]@damp --block 32 --grid 2 --sizes n=50
//:: --prefetch c[row*n+col] --block 4,4 --grid 2,2 --sizes n=6
//:: --prefetch tile[threadIdx.x] --block 64 --grid 1 --sizes n=64
//:: --prefetch tile[j]@j --block 64 --grid 1 --sizes n=64
//:: --prefetch tile[j]@45 --block 64 --grid 1 --sizes n=64
//:: --prefetch v[i]@relax --block 64 --grid 2 --sizes n=128,steps=3
//:: --prefetch r[x][y] --block 16,16 --grid 1 --sizes n=16
//:: --prefetch hist[bin] --block 32 --grid 1 --sizes n=32,bins=8
//:: --prefetch q[i] --block 32 --grid 1 --sizes n=20
#define SQ(v) ((v) * (v))
#define BLOCK 64
#define IDX (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void damp(float *u, const float *f, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // the force first
    u[i] += dt * f[i];
    u[i] = u[i] - 0.1f * SQ(u[i]);  // damping
  }
}

__global__ void product(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n) return;
  c[row * n + col] = 0.0f;
  for (int k = 0; k < n; ++k)
    c[row * n + col] += a[row * n + k] * b[k * n + col];
}

// One step of n bodies in tiles of shared memory.
__global__ void bodies(float4 *pos, const float4 *old, int n) {
  __shared__ float4 tile[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  float4 p = old[i], v = p;
  for (int t = 0; t < n / BLOCK; ++t) {
    tile[threadIdx.x] = old[t * BLOCK + threadIdx.x];
    tile[threadIdx.x].w *= 2.0f;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < BLOCK; ++j) {
      v.x += (tile[j].x - p.x) * tile[j].w;
      v.y += (tile[j].y - p.y) * tile[j].w;
    }
    __syncthreads();
  }
  pos[i].x += v.x;
}

// The register does not outlive the barrier.
__global__ void relax(float *v, int n, int steps) {
  __shared__ float edge[128];
  int i = IDX;
  if (i >= n) return;
  float w = 0.5f;
  for (int s = 0; s < steps; s++) {
    v[i] = w * v[i] + v[i] * v[i];
    v[i] += (float)s;
    w *= 0.5f;
  }
  edge[threadIdx.x] = v[i];
}

template <typename T>
__device__ void swap_if(T &a, T &b) {
  if (a > b) { T c = a; a = b; b = c; }
}

//@ requires gridDim.x == 1 && blockDim.x == 16 && blockDim.y == 16 && n == 16;
__global__ void rows(float *out, const float *in, int n) {
  float r[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  if (x < n) {
    r[x][y] = in[x * n + y];
    float low = 0.0f;
    swap_if(low, r[x][y]);
    out[x * n + y] = r[x][y] + low;
  }
}

//@ requires gridDim.x == 1;
__global__ void count(const int *in, int *hist, int n, int bins) {
  int bin = threadIdx.x;
  if (bin < bins) {
    hist[bin] = 0;
    for (int k = 0; k < n; k++) {
      if (in[k] == bin)
        hist[bin]++;
    }
  }
}

//@ requires gridDim.x == 1;
__global__ void clamp(float4 *__restrict__ q, const float *in, int n) {
  const int i = threadIdx.x;
  if (i < n) {
    q[i].x = fminf(q[i].x, in[i]);
    q[i].y = q[i].z > in[i] ? q[i].y : q[i].w;
  }
}
