__device__ int idx(){return 0;}
