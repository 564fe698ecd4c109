// wrong: blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1
// The second barrier is missing: no contract excuses that.
#define TILE 16

__global__ void product(float *out, const float *left, const float *right, int inner, int columns) {
    __shared__ float left_tile[TILE][TILE];
    __shared__ float right_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int step = 0; step < inner / TILE; ++step) {
        left_tile[threadIdx.y][threadIdx.x] = left[row * inner + step * TILE + threadIdx.x];
        right_tile[threadIdx.y][threadIdx.x] = right[(step * TILE + threadIdx.y) * columns + column];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            sum += left_tile[threadIdx.y][k] * right_tile[k][threadIdx.x];
        }
    }
    out[row * columns + column] = sum;
}

int side();

void run(float *out, float *left, float *right, int rows, int inner, int columns) {
    int edge = side();
    dim3 threads(edge, edge);
    dim3 blocks(columns / edge, rows / edge);
    // What `side` gives is not known here.
    product<<<blocks, threads>>>(out, left, right, inner, columns);
}
