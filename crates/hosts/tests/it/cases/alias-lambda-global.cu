// races FILE (no sizes): exit 0, 'point to different memory' is listed, but in the file's only launch both are one pointer d
__global__ void k(int*a,int*b){ int t=threadIdx.x; a[t]=b[t+1]; }
int *X;
template<class F> void each(F f){ f(X,X); }
int main(int c,char**){ cudaMalloc(&X,400); each([](int*p,int*q){ k<<<1,64>>>(p,q); }); }
//= 5 elsewhere: k<<<1, 64>>>(a = ?, b = ?)
