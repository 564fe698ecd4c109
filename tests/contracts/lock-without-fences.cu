// wrong
// The same lock without fences orders nothing.
__global__ void counted(int *mutex, int *count) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    *count += 1;
    atomicExch(mutex, 0);
}
