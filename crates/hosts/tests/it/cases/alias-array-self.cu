// races FILE (no sizes): exit 0. v[1] = v[0], so a and b are one memory in every launch: thread 0 reads a[1], thread 1 writes it.
__global__ void k(int*a,int*b){ int t=threadIdx.x; a[t]=b[t+1]; }
int main(){ int*v[2]; cudaMalloc(&v[0],400); v[1]=v[0]; k<<<1,64>>>(v[0],v[1]); }
//= 3 main: k<<<1, 64>>>(a = [400]@3, b = [400]@3)
