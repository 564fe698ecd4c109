// races FILE: exit 0. u.p and u.q are members of a union: one pointer.
__global__ void k(int*a,int*b){ int t=threadIdx.x; a[t]=b[t+1]; }
union U{ int*p; int*q; };
int main(){ U u; cudaMalloc(&u.p,400); k<<<1,64>>>(u.p,u.q); }
//= 4 main: k<<<1, 64>>>(a = ?, b = ?)
