// repaired:1,by-others --blockDim=64 --gridDim=1
template <typename T>
__global__ void k(T *a) {
    T t = a[threadIdx.x + 1];
    a[threadIdx.x] = t;
}
void start(int *a, float *b) {
    k<int><<<1, 64>>>(a);
    k<float><<<1, 64>>>(b);
}
