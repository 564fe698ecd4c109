// read: ordered
// OpenCL 3.0: ordered pointers, atomics with order and scope, sub-groups.
int load(int *p) { return *p; }
kernel void ordered(global int *in, global atomic_int *counter, local int *tile, read_only image2d_t image, sampler_t s) {
  int lane = get_sub_group_local_id();
  tile[lane] = load(&in[lane]) + load(&tile[lane]);
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  int old = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_device);
  int sum = sub_group_reduce_add(old) + work_group_reduce_add(lane);
  float4 pixel = read_imagef(image, s, (int2)(lane, 0));
  in[lane] = sum + (int)pixel.x;
}
