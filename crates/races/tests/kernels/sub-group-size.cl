// wrong --local_size=64 --num_groups=1
// sizes.rs:Atom::Lane/Warp: sub-groups of OpenCL are taken to have 32 work-items, which the device decides (with 64 the work-items 32 and 64 write one place); nothing is listed.
__kernel void k(__global int *A) {
  A[get_sub_group_id() * 32 + get_sub_group_local_id()] = 1;
}
