__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
static int size = 100;
cudaError_t grow(float **a) {
  size = 200;
  return cudaMalloc(a, 4 * size);
}
void run(int n, cudaError_t status, float *a) { k<<<1, 32>>>(a, n); }
int main() {
  float *a = nullptr;
  run(size, grow(&a), a);
  k<<<1, 32>>>(a, size);
}
//@ length(a) >= n
//= 7 main via 10: k<<<1, 32>>>(a = ?, n = ?) | unchecked: its arguments may be computed in any order, and one changes something
//= 7 perhaps elsewhere: k<<<1, 32>>>(a = a, n = n) | if length(a) >= n
//= 11 main: k<<<1, 32>>>(a = [800]@5, n = 200) | meets
