// alpinist races --stable template_smem_class.cu : K002 undeclared identifier T, the extern of a class template's member is gathered at file scope
template <class T> struct SharedMemory { __device__ inline operator T *() { extern __shared__ int __smem[]; return (T *)__smem; } };
template <class T> __global__ void k(T *g) { T *s = SharedMemory<T>(); s[threadIdx.x] = g[threadIdx.x]; g[threadIdx.x] = s[threadIdx.x]; }
void f(int *g) { k<int><<<1, 64>>>(g); }
