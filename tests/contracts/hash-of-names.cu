// unknown
// A product that wraps round in any launch of more than two threads is no index that fits.
__global__ void hash(int *table, const unsigned seed) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned factor = 2654435761u;
    unsigned place = i * factor + seed;
    table[place >> 16] = i;
}
