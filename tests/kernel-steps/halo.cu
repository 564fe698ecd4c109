// A loop with a barrier, a directive above it, and a comment at its end.
//:: --block 8 --grid 2 --sizes n=16
//:: --no-directives --merge 3@r --block 8 --grid 2 --sizes n=16

//@ requires blockDim.x == 8 && n == 8 * gridDim.x;
__global__ void rounds(float *data, int n)
{
	__shared__ float line[8];
	const int at = blockIdx.x * blockDim.x + threadIdx.x;
	line[threadIdx.x] = data[at];
	__syncthreads();
	//@ gpuopt loop_unroll r 1;
	for (int r = 0; r < 3; ++r)
	{
		/* the neighbour on the left, or oneself */
		float other = line[threadIdx.x == 0 ? 0 : threadIdx.x - 1];
		__syncthreads();
		line[threadIdx.x] += other;
		__syncthreads();
	} // three rounds
	data[at] = line[threadIdx.x];
}
