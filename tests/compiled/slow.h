__device__ int idx(){return threadIdx.x;}
