//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//says: possible write-write race on L\[0\] \(byte 0\)
__kernel void a(void) { __local int L[64]; __local char *c = (__local char *)L; c[0] = get_local_id(0); L[get_local_id(0)] = 0; }
