namespace my { typedef int &uint, *p;
void f2();
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, uint n) { if (n <= 4) { f2(); k<<<1,64>>>(a, n); } }
}
