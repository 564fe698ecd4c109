// verified
// The plain read with which the usual loop around a compare-and-swap starts: an assumption says what it returns.
__global__ void added(float *sum, float value) {
    int *bits = (int *)sum;
    int old = *bits, expected;
    do {
        expected = old;
        old = atomicCAS(bits, expected, __float_as_int(value + __int_as_float(expected)));
    } while (expected != old);
}
