//args: --local_size=64 --num_groups=2 --cruncher-opt=/parallel:[Houdini[SBASE,SSTEP]]
//expect: pass
__kernel void k(__global int *p) {
  for (int i = get_global_id(0); i < 1024; i += get_global_size(0))
    p[i] = i;
}
