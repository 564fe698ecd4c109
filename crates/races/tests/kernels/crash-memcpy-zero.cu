// verified --blockDim=64 --gridDim=1
// align.rs:is_multiple panics (remainder by zero) for an access of 0 bytes; expected verified.
__global__ void k(char *A, char *B) { memcpy(A, B, 0); }
