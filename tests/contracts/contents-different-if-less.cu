// wrong
// What lies at the place decides: two threads with one place may both find that theirs is less.
__global__ void relax(float *next, const float *now, const int *from, const int *to, const float *way, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float length = now[from[i]] + way[i];
        if (length < now[to[i]]) {
            next[to[i]] = length;
        }
    }
}
