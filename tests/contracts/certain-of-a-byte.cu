// suspect
// No byte has the value with which threads write one element: what an execution passes fits the parameter's type.
__global__ void u8(int *a, unsigned char n) {
    unsigned x = 0;
    for (unsigned j = 0; j < n; j++) {
        x = x * 3u + j;
    }
    if (x == 3251387520u) {
        a[0] = threadIdx.x;
    }
}
