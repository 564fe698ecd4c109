// wrong --blockDim=64 --gridDim=1 --tolerate-equal-writes
// check.rs:conflict: two writes of an equal value are tolerated though they begin at different offsets and overlap partly, so the bytes differ.
struct __attribute__((packed)) P { int i; };
__global__ void k(char *A) { ((P*)(A + threadIdx.x))->i = 0x01020304; }
