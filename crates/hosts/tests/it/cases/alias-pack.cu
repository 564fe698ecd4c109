// races FILE: exit 0. go(d,d) passes d twice through a parameter pack.
__global__ void k(int*a,int*b){ int t=threadIdx.x; a[t]=b[t+1]; }
template<class... T> void go(T... t){ k<<<1,64>>>(t...); }
int main(){ int*d; cudaMalloc(&d,400); go(d,d); }
//= 3 main via 4: k<<<1, 64>>>(a = [400]@4, b = [400]@4)
//= 3 perhaps elsewhere: k<<<1, 64>>>(a = t, b = t)
