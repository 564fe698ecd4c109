// wrong:Broken(Precondition) --local_size=64 --num_groups=2
void bar(int x) { __global_requires(__implies(__enabled(), x == 100)); }
__kernel void k() { if (get_local_id(0) % 2 == 0) bar(101); }
