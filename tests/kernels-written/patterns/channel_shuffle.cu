// Channels in groups: group and channel within it change places.
__global__ void groups(float *out, const float *in, int G, int K, int HW) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y;
    int n = blockIdx.z;
    if (s < HW && c < G * K) {
        int g = c / K;
        int k = c % K;
        out[(n * G * K + k * G + g) * HW + s] = in[(n * G * K + c) * HW + s];
    }
}

// Neither digit has a radix.
__global__ void groups_wrong(float *out, const float *in, int G, int K, int HW) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y;
    int n = blockIdx.z;
    if (s < HW && c < G * K) {
        int g = c / K;
        int k = c % K;
        out[(n * G * K + k + g) * HW + s] = in[(n * G * K + c) * HW + s];
    }
}
