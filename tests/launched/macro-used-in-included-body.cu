#define CFG 1, 64
#define RUN k<<<CFG, 16>>>(a);
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a;
#include "body.inc"
}
