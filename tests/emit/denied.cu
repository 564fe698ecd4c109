// alpinist emit --to cuda --deny overflow examples/kernels/saxpy.pvl
// exit status: 3
// examples/kernels/saxpy.pvl: verified (1 method, N obligations)
// warning[E012]: it is not proved that `factor * x[tid]` fits into 32 bits
//   --> examples/kernels/saxpy.pvl:15:14
//    |
// 15 |     y[tid] = factor * x[tid] + y[tid];
//    |              ^^^^^^^^^^^^^^^
//    |
//    = help: bounds in the contract prove it; `--deny overflow` refuses it
//
// warning[E012]: it is not proved that `factor * x[tid] + y[tid]` fits into 32 bits
//   --> examples/kernels/saxpy.pvl:15:14
//    |
// 15 |     y[tid] = factor * x[tid] + y[tid];
//    |              ^^^^^^^^^^^^^^^^^^^^^^^^
//    |
//    = help: bounds in the contract prove it; `--deny overflow` refuses it
//
// examples/kernels/saxpy.pvl: no code is emitted: --deny overflow
