// verified --local_size=64 --num_groups=2
void bar(int x) { __global_requires(x == 100); }
__kernel void k() { bar(100); }
