// suspect
// A lock of an atomic operation and fences: no execution knows what they order.
__global__ void counted(int *mutex, int *count) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
    *count += 1;
    __threadfence();
    atomicExch(mutex, 0);
}
