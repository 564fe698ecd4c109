__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; k<<<1, 32>>>(a); cudaConfigureCall(1, 64); cudaSetupArgument(&a, 8, 0); cudaLaunch((const void *)k); }
