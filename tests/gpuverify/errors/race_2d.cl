//args: --local_size=[4,4] --num_groups=[2,2]
//expect: NOT_ALL_VERIFIED
//says: Write by work item \(\d, \d\) with local id \(\d, \d\) in work group \(\d, \d\)
__kernel void a(__global int *p) { p[get_global_id(0)] = get_global_id(1); }
