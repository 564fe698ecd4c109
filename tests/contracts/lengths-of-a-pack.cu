// verified
// Two parameters of one name: no length is said of either.
template <class... T> __device__ float *last(float *, T *...rest);
template <class T, class... R> __device__ T *chosen(T *first, R *...rest) {
    return first;
}
template <class... T> __global__ void filled(int n, T *...a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        chosen(a...)[i] = 1;
    }
}
void go(float *x, float *y) {
    filled<<<4, 64>>>(200, x, y);
}
