// unknown --local_size=1024 --num_groups=8388608
// sizes.rs: global numbers and sizes are computed in 32 bits and then extended (own/threads.rs:of_type); in OpenCL get_global_id is a size_t, which a launch of 2^33 work-items does not wrap. With fixed sizes no assumption is listed.
__kernel void k(__global int *A) {
  if (get_global_id(0) >= 4294967296ul) A[0] = get_local_id(0);
}
