// repaired:2 --blockDim=64 --gridDim=1
__global__ void k(int *a, int *b, int n) {
	int t = threadIdx.x;
	if (n > 2 &&
	    n < 9)
		// A step to the left.
		a[t] = a[t + 1]; // once
	else
		a[t] = 0;
	if (n == 1) {
		b[t] = 1;
	} else if (n == 2)
		b[t] = b[t + 2];
	else {
		b[t] = 0;
	}
}
