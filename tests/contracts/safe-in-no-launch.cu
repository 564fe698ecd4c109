// wrong
// help: none
// The launch has more threads than elements, and none is known that is safe.
__global__ void scaled(float *a, float by) {
    int i = threadIdx.x & 31;
    a[i] = a[i] * by;
}

void run(float *a, float by, int threads) {
    scaled<<<1, 64>>>(a, by);
    scaled<<<1, threads>>>(a, by);
}
