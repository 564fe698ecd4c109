// fixed: -DSIZES= -Dn=65536 --block=256 --grid=256
#ifndef SIZES
#define SIZES , int n
#endif

// Merges: odd-even and bitonic steps with the sizes of the launch, and within shared memory.
__global__ void bitonic_pairs(int *a, int k, int j SIZES) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (j > 0 && t < n / 2) {
        int i = t / j * 2 * j + t % j;
        if (i + j < n) {
            int x = a[i], y = a[i + j];
            if ((x > y) == ((i & k) == 0)) {
                a[i] = y;
                a[i + j] = x;
            }
        }
    }
}

// From Batcher: distance `d`, in rounds with parity `p` and offset `r`.
__global__ void odd_even_step(int *a, int p, int r, int d SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (p > 0 && d > 0 && d % p == 0 && d / p % 2 == 1 && r % p == 0 && i + d < n && (i & p) == r && (p & (p - 1)) == 0) {
        int x = a[i], y = a[i + d];
        if (x > y) {
            a[i] = y;
            a[i + d] = x;
        }
    }
}

__global__ void odd_even_shared(int *a) {
    __shared__ int s[512];
    int t = threadIdx.x;
    int *row = a + blockIdx.x * 512;
    if (t < 256) {
        s[t] = row[t];
        s[t + 256] = row[t + 256];
    }
    for (int size = 2; size <= 512; size <<= 1) {
        int stride = size / 2;
        int offset = t & (stride - 1);
        __syncthreads();
        if (t < 256) {
            int at = 2 * t - (t & (stride - 1));
            int x = s[at], y = s[at + stride];
            s[at] = min(x, y);
            s[at + stride] = max(x, y);
        }
        stride >>= 1;
        for (; stride > 0; stride >>= 1) {
            __syncthreads();
            int at = 2 * t - (t & (stride - 1));
            if (t < 256 && offset >= stride) {
                int x = s[at - stride], y = s[at];
                s[at - stride] = min(x, y);
                s[at] = max(x, y);
            }
        }
    }
    __syncthreads();
    if (t < 256) {
        row[t] = s[t];
        row[t + 256] = s[t + 256];
    }
}

// Ranks within the other half.
__global__ void merge_by_ranks(int *out, const int *in, int half SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (half > 0 && i < n) {
        int pair = i / (2 * half) * 2 * half, other = pair + (i % (2 * half) < half ? half : 0);
        int low = 0, high = half;
        while (low < high) {
            int middle = (low + high) / 2;
            if (other + middle < n && in[other + middle] < in[i])
                low = middle + 1;
            else
                high = middle;
        }
        out[i] = low;
    }
}

__global__ void bitonic_pairs_wrong(int *a, int j SIZES) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (j > 1 && t < n / 2) {
        int i = t / j * j + t % j;
        if (i + j < n && a[i] > a[i + j]) {
            int x = a[i];
            a[i] = a[i + j];
            a[i + j] = x;
        }
    }
}

// The parity is not asked for.
__global__ void odd_even_step_wrong(int *a, int d SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (d > 0 && i + d < n && a[i] > a[i + d]) {
        int x = a[i];
        a[i] = a[i + d];
        a[i + d] = x;
    }
}

// Pairs of the inner loop overlap, for all threads take part.
__global__ void odd_even_shared_wrong(int *a) {
    __shared__ int s[512];
    int t = threadIdx.x;
    int *row = a + blockIdx.x * 512;
    if (t < 256) {
        s[t] = row[t];
        s[t + 256] = row[t + 256];
    }
    for (int stride = 256; stride > 0; stride >>= 1) {
        __syncthreads();
        int at = t - (t & (stride - 1));
        if (t < 256) {
            int x = s[at], y = s[at + stride];
            s[at] = min(x, y);
            s[at + stride] = max(x, y);
        }
    }
    __syncthreads();
    if (t < 256)
        row[t] = s[t];
}
