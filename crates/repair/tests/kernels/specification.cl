// blocks --blockDim=64 --gridDim=2
// A specification is a call like any other, with places for barriers around it.
void __spec_read(__global int *p) {
    __reads_from(p);
}
__kernel void k(__global int *a) {
    __spec_read(a);
    a[get_global_id(0)] = 1;
}
