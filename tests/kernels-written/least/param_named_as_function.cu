// alpinist races --stable param_named_as_function.cu : K002, `losses` is declared with an error; the parameter hides the host function
__global__ void k(float *losses, int n) { if (threadIdx.x < n) losses[threadIdx.x] = 1; }
torch::Tensor losses(torch::Tensor p) { k<<<1, 64>>>(p.data_ptr<float>(), 64); return p; }
