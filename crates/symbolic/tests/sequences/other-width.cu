// The second launch reads bytes of what the first has written as words.
//:old put 1 4; get 1 16
//:new direct 1 4
//:temporary w
//:: exact:
__global__ void put(const unsigned *x, unsigned *w) { w[threadIdx.x] = x[threadIdx.x]; }
__global__ void get(const unsigned char *w, unsigned *y) { if (threadIdx.x < 4) y[threadIdx.x] = w[4 * threadIdx.x] + 256u * w[4 * threadIdx.x + 1]; }
__global__ void direct(const unsigned *x, unsigned *y) { y[threadIdx.x] = (x[threadIdx.x] & 255u) + 256u * (x[threadIdx.x] >> 8 & 255u); }
