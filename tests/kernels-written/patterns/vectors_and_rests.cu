// Wide accesses, and single ones for what is left over.
__global__ void scale(float *a, float x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 v = reinterpret_cast<float4 *>(a)[i];
        v.x *= x, v.y *= x, v.z *= x, v.w *= x;
        reinterpret_cast<float4 *>(a)[i] = v;
    }
    int rest = n / 4 * 4 + i;
    if (i < n % 4)
        a[rest] *= x;
}

__global__ void at_once(float *out, const float *in, int n) {
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n)
        *(float4 *)&out[i] = *(const float4 *)&in[i];
    else
        for (; i < n; i++)
            out[i] = in[i];
}

__global__ void rows(float *out, const float *in, int C) {
    int row = blockIdx.x;
    for (int c = threadIdx.x; c < C / 4; c += blockDim.x)
        *(float4 *)(out + row * C + 4 * c) = *(const float4 *)(in + row * C + 4 * c);
    for (int c = C / 4 * 4 + threadIdx.x; c < C; c += blockDim.x)
        out[row * C + c] = in[row * C + c];
}

__global__ void two_bytes(unsigned *out, const unsigned char *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned short *halves = (unsigned short *)out;
    if (i < n)
        halves[i] = in[i];
}

// What is left over begins three too early.
__global__ void scale_wrong(float *a, float x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 v = reinterpret_cast<float4 *>(a)[i];
        v.x *= x, v.y *= x, v.z *= x, v.w *= x;
        reinterpret_cast<float4 *>(a)[i] = v;
    }
    int rest = n / 4 * 4 - 3 + i;
    if (i < n % 4)
        a[rest] *= x;
}

// Vectors two elements apart.
__global__ void at_once_wrong(float *out, const float *in, int n) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n)
        *(float2 *)&out[i] = *(const float2 *)&in[i], *(float2 *)&out[i + 2] = *(const float2 *)&in[i];
}

// Words at the places of bytes.
__global__ void two_bytes_wrong(unsigned char *out, const unsigned char *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < n)
        *(unsigned *)(out + 2 * i) = in[i];
}
