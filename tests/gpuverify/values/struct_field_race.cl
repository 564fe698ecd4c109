//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//says: possible write-write race on p\[0\] \(bytes 0\.\.3\)
typedef struct { int a; float f; } S;
__kernel void k(__global S *p) { p[0].a = get_local_id(0); }
