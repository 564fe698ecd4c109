// An element of a local tile, one of a global array, and directives.
//:: --block 64 --grid 2 --sizes n=100
//:: --prefetch acc[l]@fold --block 32 --grid 1 --sizes n=96
//:: --prefetch pos[gid] --block 32 --grid 2 --sizes n=50
typedef struct { float mass, speed; } state;

__kernel void decay(__global float *restrict x, const __global float *k, int n) {
  const size_t i = get_global_id(0);
  if (i < n) {
    //@ gpuopt glob_to_reg x i;
    for (int t = 0; t < 3; t++) {
      x[i] -= x[i] * k[i]; // explicit Euler
    }
  }
}

__kernel void fold(__global const float *in, __global float *out, int n) {
  __local float acc[32];
  int l = get_local_id(0);
  acc[l] = 0.0f;
  for (int j = l; j < n; j += 32) {
    acc[l] += in[get_group_id(0) * n + j];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 16; s > 0; s >>= 1) {
    if (l < s) {
      acc[l] += acc[l + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = acc[0];
}

__kernel void drift(__global float4 *pos, __global const state *s, float dt, int n) {
  int gid = get_global_id(0);
  if (gid >= n) return;
  pos[gid] += dt * s[gid].speed;
  pos[gid].xy = -pos[gid].yx;  /* turned */
}
