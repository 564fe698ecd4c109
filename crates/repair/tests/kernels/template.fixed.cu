template <typename T>
__global__ void k(T *a) {
    T t = a[threadIdx.x + 1];
    __syncthreads();
    a[threadIdx.x] = t;
}
void start(int *a, float *b) {
    k<int><<<1, 64>>>(a);
    k<float><<<1, 64>>>(b);
}
