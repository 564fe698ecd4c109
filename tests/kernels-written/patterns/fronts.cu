// Diagonals of a table, cells of two colours, pairs of a round.
__global__ void front(int *m, const int *cost, int n, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int j = d - i;
    if (i < n && j >= 1 && j < n)
        m[i * n + j] = max(m[(i - 1) * n + j], max(m[i * n + j - 1], m[(i - 1) * n + j - 1])) + cost[i * n + j];
}

__global__ void red(float *u, const float *f, int n, int colour) {
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i < n - 1 && j < n - 1 && (i + j) % 2 == colour)
        u[i * n + j] = 0.25f * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - f[i * n + j]);
}

__global__ void red_half(float *u, int n, int colour) {
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int j = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + (i + colour) % 2;
    if (i < n - 1 && j < n - 1)
        u[i * n + j] = 0.25f * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

__global__ void odd_even(int *a, int n, int phase) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
    if (i >= 0 && i + 1 < n && a[i] > a[i + 1]) {
        int x = a[i];
        a[i] = a[i + 1];
        a[i + 1] = x;
    }
}

// The front before and this one at once.
__global__ void front_wrong(int *m, const int *cost, int n, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int j = d - i / 2;
    if (i < n && j >= 1 && j < n)
        m[i * n + j] = max(m[(i - 1) * n + j], m[i * n + j - 1]) + cost[i * n + j];
}

// No colour.
__global__ void red_wrong(float *u, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i < n - 1 && j < n - 1)
        u[i * n + j] = 0.25f * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

// Neighbours on the diagonal have the same colour.
__global__ void red_diagonal_wrong(float *u, int n, int colour) {
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i < n - 1 && j < n - 1 && (i + j) % 2 == colour)
        u[i * n + j] += u[(i - 1) * n + j - 1];
}

__global__ void odd_even_wrong(int *a, int n, int phase) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + phase;
    if (i >= 0 && i + 1 < n && a[i] > a[i + 1]) {
        int x = a[i];
        a[i] = a[i + 1];
        a[i + 1] = x;
    }
}
