__global__ void fast(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void slow(int *a) { }
void run(int *a, void slow(int *)) { slow<<<1, 64>>>(a); }
int main() { int *a; fast<<<1, 32>>>(a); run(a, fast); }
//= 3 main via 4: fast<<<1, 64>>>(a = ?)
//= 3 perhaps elsewhere:  unchecked: which kernel is started is not known
//= 4 main: fast<<<1, 32>>>(a = ?)
//= 4 unread fast: this use of `fast` is not followed
