// Asynchronous copies that a thread begins by itself, and waits for groups of them.
#include <cuda_pipeline.h>
#define N 256

// Right: two stages.
__global__ void two(const float *a, float *b, int n) {
  __shared__ float s[2][N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &a[t], 4);
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n) __pipeline_memcpy_async(&s[(i + 1) & 1][t], &a[(i + 1) * N + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    b[(blockIdx.x * n + i) * N + t] = s[i & 1][N - 1 - t];
    __syncthreads();
  }
}

// Wrong: no second barrier.
__global__ void two_no_second_wrong(const float *a, float *b, int n) {
  __shared__ float s[2][N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &a[t], 4);
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n) __pipeline_memcpy_async(&s[(i + 1) & 1][t], &a[(i + 1) * N + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    b[(blockIdx.x * n + i) * N + t] = s[i & 1][N - 1 - t];
  }
}

// Wrong: waits for too few.
__global__ void two_weak_wrong(const float *a, float *b, int n) {
  __shared__ float s[2][N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &a[t], 4);
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n) __pipeline_memcpy_async(&s[(i + 1) & 1][t], &a[(i + 1) * N + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    b[(blockIdx.x * n + i) * N + t] = s[i & 1][N - 1 - t];
    __syncthreads();
  }
}

// Right: three stages, one barrier an iteration.
__global__ void three(const float *a, float *b, int n) {
  __shared__ float s[3][N];
  int t = threadIdx.x;
  for (int p = 0; p < 2; p++) {
    if (p < n) __pipeline_memcpy_async(&s[p][t], &a[p * N + t], 4);
    __pipeline_commit();
  }
  for (int i = 0; i < n; i++) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (i + 2 < n) __pipeline_memcpy_async(&s[(i + 2) % 3][t], &a[(i + 2) * N + t], 4);
    __pipeline_commit();
    b[(blockIdx.x * n + i) * N + t] = s[i % 3][N - 1 - t];
  }
}

// Wrong: three stages in two buffers.
__global__ void three_in_two_wrong(const float *a, float *b, int n) {
  __shared__ float s[2][N];
  int t = threadIdx.x;
  for (int p = 0; p < 2; p++) {
    if (p < n) __pipeline_memcpy_async(&s[p][t], &a[p * N + t], 4);
    __pipeline_commit();
  }
  for (int i = 0; i < n; i++) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (i + 2 < n) __pipeline_memcpy_async(&s[(i + 2) % 2][t], &a[(i + 2) * N + t], 4);
    __pipeline_commit();
    b[(blockIdx.x * n + i) * N + t] = s[i % 2][N - 1 - t];
  }
}

// Wrong: wait prior 2 in three.
__global__ void three_weak_wrong(const float *a, float *b, int n) {
  __shared__ float s[3][N];
  int t = threadIdx.x;
  for (int p = 0; p < 2; p++) {
    if (p < n) __pipeline_memcpy_async(&s[p][t], &a[p * N + t], 4);
    __pipeline_commit();
  }
  for (int i = 0; i < n; i++) {
    __pipeline_wait_prior(2);
    __syncthreads();
    if (i + 2 < n) __pipeline_memcpy_async(&s[(i + 2) % 3][t], &a[(i + 2) * N + t], 4);
    __pipeline_commit();
    b[(blockIdx.x * n + i) * N + t] = s[i % 3][N - 1 - t];
  }
}

// Wrong: no wait.
__global__ void no_wait_wrong(const float *a, float *b) {
  __shared__ float s[N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], 4);
  __pipeline_commit();
  __syncthreads();
  b[blockIdx.x * N + t] = s[N - 1 - t];
}

// Wrong: barrier before the wait.
__global__ void wait_after_wrong(const float *a, float *b) {
  __shared__ float s[N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], 4);
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  b[blockIdx.x * N + t] = s[N - 1 - t];
}

// Right: own element.
__global__ void own(const float *a, float *b) {
  __shared__ float s[N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  b[blockIdx.x * N + t] = s[t];
}

// Wrong: own element without wait.
__global__ void own_no_wait_wrong(const float *a, float *b) {
  __shared__ float s[N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], 4);
  __pipeline_commit();
  b[blockIdx.x * N + t] = s[t];
}

// Wrong: not committed: wait_prior(0) does not wait for it.
__global__ void no_commit_wrong(const float *a, float *b) {
  __shared__ float s[N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], 4);
  __pipeline_wait_prior(0);
  __syncthreads();
  b[blockIdx.x * N + t] = s[N - 1 - t];
}

// Right: copies of a loop, one group.
__global__ void group_of_loop(const float *a, float *b, int n) {
  __shared__ float s[4 * N];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < 4; j++) __pipeline_memcpy_async(&s[j * N + t], &a[(k * 4 + j) * N + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    b[(blockIdx.x * n + k) * N + t] = s[4 * N - 1 - t];
    __syncthreads();
  }
}

// Wrong: waits in the loop for the group before.
__global__ void group_of_loop_weak_wrong(const float *a, float *b, int n) {
  __shared__ float s[4 * N];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < 4; j++) __pipeline_memcpy_async(&s[j * N + t], &a[(k * 4 + j) * N + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    b[(blockIdx.x * n + k) * N + t] = s[4 * N - 1 - t];
    __syncthreads();
  }
}

// Right: wait depends on the iteration.
__global__ void last_waits_all(const float *a, float *b, int n) {
  __shared__ float s[2][N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &a[t], 4);
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n) {
      __pipeline_memcpy_async(&s[(i + 1) & 1][t], &a[(i + 1) * N + t], 4);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    b[(blockIdx.x * n + i) * N + t] = s[i & 1][N - 1 - t];
    __syncthreads();
  }
}

// Wrong: commits only if there is more, waits for all but one.
__global__ void last_not_waited_wrong(const float *a, float *b, int n) {
  __shared__ float s[2][N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &a[t], 4);
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n) {
      __pipeline_memcpy_async(&s[(i + 1) & 1][t], &a[(i + 1) * N + t], 4);
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    b[(blockIdx.x * n + i) * N + t] = s[i & 1][N - 1 - t];
    __syncthreads();
  }
}

// Right: copy next while computing, wait at the end.
__global__ void next_in_background(const float *a, float *b, int n) {
  __shared__ float s[2][N];
  if (n < 1) return;
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &a[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int i = 1; i < n; i++) {
    int now = (i - 1) & 1, next = i & 1;
    __pipeline_memcpy_async(&s[next][t], &a[i * N + t], 4);
    __pipeline_commit();
    b[((size_t)blockIdx.x * n + i - 1) * N + t] = s[now][N - 1 - t];
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  b[((size_t)blockIdx.x * n + n - 1) * N + t] = s[(n - 1) & 1][N - 1 - t];
}

// Wrong: overwrites the buffer that is read.
__global__ void next_in_same_wrong(const float *a, float *b, int n) {
  __shared__ float s[2][N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &a[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int i = 1; i < n; i++) {
    int now = (i - 1) & 1, next = (i - 1) & 1;
    __pipeline_memcpy_async(&s[next][t], &a[i * N + t], 4);
    __pipeline_commit();
    b[(blockIdx.x * n + i - 1) * N + t] = s[now][N - 1 - t];
    __pipeline_wait_prior(0);
    __syncthreads();
  }
}

// Wrong: writes the source before the wait.
__global__ void source_wrong(float *a, float *b) {
  __shared__ float s[N];
  int t = threadIdx.x, i = blockIdx.x * N + t;
  __pipeline_memcpy_async(&s[t], &a[i], 4);
  __pipeline_commit();
  a[i] = 0;
  __pipeline_wait_prior(0);
  b[i] = s[t];
}

// Right: zero fill at the edge.
__global__ void edge(const float *a, float *b, int n) {
  __shared__ float s[N];
  int t = threadIdx.x, i = blockIdx.x * N + t;
  __pipeline_memcpy_async(&s[t], &a[i], 4, i < n ? 0 : 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (i < n) b[i] = s[N - 1 - t];
}

// Wrong: leaves the loop early and reads.
__global__ void breaks_wrong(const float *a, float *b, int n, int m) {
  __shared__ float s[2][N];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &a[t], 4);
  __pipeline_commit();
  int i = 0;
  for (; i < n; i++) {
    if (i == m) break;
    __pipeline_memcpy_async(&s[(i + 1) & 1][t], &a[(i + 1) * N + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    b[(blockIdx.x * n + i) * N + t] = s[i & 1][N - 1 - t];
    __syncthreads();
  }
  __syncthreads();
  b[(gridDim.x * n + blockIdx.x) * N + t] = s[i & 1][N - 1 - t];
}
