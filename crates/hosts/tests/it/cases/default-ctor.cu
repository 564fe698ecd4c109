struct C { int *a; C(int *a, int n) : a(a) { if (n <= 4) { k2(n); } } void k2(int); };
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void C::k2(int n) { if (n > 4) return k<<<1,64>>>(a, n); }
//= 3 elsewhere via 1: k<<<1, 64>>>(a = ?, n = n)
//= 3 elsewhere: k<<<1, 64>>>(a = ?, n = n)
