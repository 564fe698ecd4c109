#include <cuda_runtime.h>
struct Bodies { float *x, *y, *z; int n; };
class Managed { public: void *operator new(size_t len) { void *p; cudaMallocManaged(&p, len); return p; } };
struct String : public Managed { int length; char *data; __host__ __device__ char &operator[](int p) { return data[p]; } };
struct DataElement { String name; int value; };
__global__ void k_by_ref(DataElement &elem) { elem.name[0] = 'd'; elem.value++; }
__global__ void k_by_val(DataElement elem) { elem.name[0] = 'c'; elem.value++; }
__global__ void push(Bodies b, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < b.n) { b.x[i] += dt; b.y[i] += dt; b.z[i] += dt; }
}
template <typename T> class Matrix { public: T *d; int r, c; __device__ T &operator()(int i, int j) { return d[i * c + j]; } };
__global__ void matadd(Matrix<float> a, Matrix<float> b, Matrix<float> o) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < o.r && j < o.c) o(i, j) = a(i, j) + b(i, j);
}
__global__ void quicksort_simple(unsigned int *data, int left, int right, int depth) {
  if (depth >= 16 || right - left <= 32) {
    for (int i = left; i <= right; ++i) { unsigned m = data[i]; int mi = i; for (int j = i + 1; j <= right; ++j) if (data[j] < m) { mi = j; m = data[j]; } if (i != mi) { data[mi] = data[i]; data[i] = m; } }
    return;
  }
  unsigned int *l = data + left, *r = data + right, pivot = data[(left + right) / 2];
  while (l <= r) { unsigned a = *l, b = *r; while (a < pivot) { l++; a = *l; } while (b > pivot) { r--; b = *r; } if (l <= r) { *l++ = b; *r-- = a; } }
}
__device__ float table[256];
__global__ void fill_table() { table[threadIdx.x] = sinf(threadIdx.x); }
__global__ void use_table(float *o, int n) { for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) o[i] = table[i & 255]; }
__global__ void ping_pong(float *a, float *b, int n, int iters) {
  for (int t = 0; t < iters; ++t) {
    for (int i = threadIdx.x + 1; i < n - 1; i += blockDim.x) b[i] = .5f * (a[i - 1] + a[i + 1]);
    __syncthreads();
    float *s = a; a = b; b = s;
  }
}
__global__ void lock_add(int *mutex, float *sum, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0);
    *sum += x[i];
    __threadfence();
    atomicExch(mutex, 0);
  }
}
void go(DataElement *e, Bodies b, float *o, int n, int *m) {
  k_by_ref<<<1, 1>>>(*e);
  k_by_val<<<1, 1>>>(*e);
  push<<<(b.n + 255) / 256, 256>>>(b, .1f);
  matadd<<<dim3(4, 4), dim3(16, 16)>>>(Matrix<float>(), Matrix<float>(), Matrix<float>());
  quicksort_simple<<<1, 1>>>((unsigned *)o, 0, n - 1, 0);
  fill_table<<<1, 256>>>();
  use_table<<<32, 256>>>(o, n);
  ping_pong<<<1, 256>>>(o, o + n, n, 10);
  lock_add<<<(n + 255) / 256, 256>>>(m, o, o, n);
}
