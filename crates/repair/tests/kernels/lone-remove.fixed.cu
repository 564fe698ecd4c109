__global__ void k(int *a, int n) {
    if (n > 1) {}
    else
        a[threadIdx.x] = 1;
    switch (n) {
    case 1:
        a[threadIdx.x] = 2;
        break;
    default:
        ;
    }
}
