//args: --local_size=64 --num_groups=1 --invariants-as-candidates
//expect: pass
__kernel void k(__global int *p) { for (int i = 0; __invariant(i < 2), i < 10; ++i) p[get_local_id(0)] = i; }
