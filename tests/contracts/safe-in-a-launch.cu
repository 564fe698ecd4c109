// wrong
// help: safe if blockDim.x == 32 && gridDim.x == 1; the launches in lines 13 and 14 have that
// Only a block of one warp writes each element once; nothing in the text says that blocks have one.
__global__ void scaled(float *a, float by) {
    int i = threadIdx.x & 31;
    a[i] = a[i] * by;
}

// What is passed is not known of all.
void run(float *a, float by, int blocks) {
    const int warp = 32;
    scaled<<<2, warp>>>(a, by);
    scaled<<<1, warp>>>(a, by);
    scaled<<<dim3(1, 1), dim3(warp)>>>(a, by + 1);
    scaled<<<blocks, warp>>>(a, by);
}
