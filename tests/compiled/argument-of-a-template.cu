// lists FAST
#ifdef FAST
constexpr int A=0;
#else
constexpr int A=1;
#endif
template<int N> __global__ void k(int*a){ a[N*(blockIdx.x*64+threadIdx.x)]=threadIdx.x; }
void go(int*a){ k<A><<<8,64>>>(a); }
