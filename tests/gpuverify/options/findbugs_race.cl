//args: --local_size=64 --num_groups=1 --findbugs
//expect: NOT_ALL_VERIFIED
//says: race on p
__kernel void k(__global int *p) { for (int i = 0; i < 3; ++i) p[get_local_id(0) + i] = get_local_id(0); }
