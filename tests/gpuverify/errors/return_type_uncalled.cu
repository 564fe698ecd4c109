//args: --blockDim=64 --gridDim=1 --no-inline
//expect: BUGLE_ERROR
//says: Type of __return_val function does not match return type
__device__ short f(short x) { __ensures(__return_val_int() == x); return x; }
