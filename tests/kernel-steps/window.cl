// OpenCL: rows of local memory, laid out by a directive.
//:: --block 4 --grid 2
//:: --no-directives --linearize rows:row --unroll all@k --block 4 --grid 2

__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void window(__global const int *in, __global int *out) {
  //@ gpuopt matrix_lin rows R 3 4;
  __local int rows[3][4];
  const size_t i = get_local_id(0);
  const size_t at = get_group_id(0) * 4 + i;
  for (int k = 0; k < 3; k++)
    rows[k][i] = in[at] + k;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[at] = rows[0][3 - i] + rows[1][i] + rows[2][(i + 1) % 4];
}
