// read: swizzles, copies
// Vectors of OpenCL with all ways to name elements; local memory; asynchronous copies.
typedef struct { float4 position; int2 cell[2]; uchar flags; } Particle;
#define SQUARE(x) ((x) * (x))
constant float weights[] = {0.25f, 0.5f, 0.25f};

float3 rotate_left(float3 v) { return v.yzx; }

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void swizzles(__global Particle *particles, __global uint *out, const int n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  __global Particle *p = &particles[i];
  float4 v = p->position;
  v.lo = v.hi.yx;
  v.s03 = (float2)(weights[1], SQUARE(v.w));
  float8 twice = (float8)(v, v.wzyx);
  p->position = twice.even + twice.s7654 * convert_float4((int4)(1, 2, p->cell[1].xy));
  out[i] = as_uint(v.x) ^ (uint)p->flags ^ (uint)sizeof(Particle);
  out[i] += any(isless(v, (float4)(0.5f))) ? select(1u, 2u, (uint)n) : (uint)dot(rotate_left(v.xyz), v.yyy);
}

kernel void copies(global const float *in, global float *out, local float *tile) {
  local int count;
  if (get_local_id(0) == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(tile, in + get_group_id(0) * 64, 64, 0);
  wait_group_events(1, &e);
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  vstore4(vload4(get_local_id(0), tile), get_local_id(0), out);
  out[get_global_id(0)] = tile[63 - get_local_id(0)] + count + fmin(1.0f, native_sin(M_PI_F));
}
