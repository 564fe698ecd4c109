// Five digits of a number, turned round: the strides come from the host's radices.
__global__ void turned(float *out, const float *in, int a, int b, int c, int d, int e) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < (long long)a * b * c * d * e) {
        long long r = i;
        int i4 = r % e; r /= e;
        int i3 = r % d; r /= d;
        int i2 = r % c; r /= c;
        int i1 = r % b;
        int i0 = r / b;
        out[((((long long)i4 * d + i3) * c + i2) * b + i1) * a + i0] = in[i];
    }
}

// The last digit has the radix `a`.
__global__ void turned_wrong(float *out, const float *in, int a, int b, int c, int d, int e) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < (long long)a * b * c * d * e) {
        long long r = i;
        int i4 = r % e; r /= e;
        int i3 = r % d; r /= d;
        int i2 = r % c; r /= c;
        int i1 = r % b;
        int i0 = r / b;
        out[((((long long)i4 * d + i3) * c + i2) * b + i1) * (a - 1) + i0] = in[i];
    }
}
