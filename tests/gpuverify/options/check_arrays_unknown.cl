//args: --local_size=64 --num_groups=2 --vcgen-opt=/checkArrays:p,nope
//expect: GPUVERIFYVCGEN_ERROR
//says: Array name 'nope' specified for restricted checking is not found
__kernel void k(__global int *p) {
  p[get_global_id(0)] = 1;
}
