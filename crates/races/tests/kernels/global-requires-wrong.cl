// wrong:Broken(Precondition) --local_size=64 --num_groups=2
// For a thread that does not call the function its parameter is anything.
void bar(int x) { __global_requires(x == 100); }
__kernel void k() { if (get_local_id(0) % 2 == 0) bar(100); }
