// alpinist emit --to opencl examples/kernels/odd-even-sort.pvl
// exit status: 0
// examples/kernels/odd-even-sort.pvl: verified (1 method, N obligations)
// Emitted by alpinist 0.2.0 from examples/kernels/odd-even-sort.pvl, which is verified.
// Integers have 32 bits. If all that is passed fits, nothing overflows: this is proved.
//
// Contract of `Sort.sort`:
//   context_everywhere a != null && n > 0 && a.length == 2 * n + 1 && 0 <= rounds;
//   context (\forall* int i = 0 .. 2 * n + 1; Perm(a[i], write));

#ifdef __OPENCL_VERSION__

// `par threads` in line 9.
//@ requires blockDim.x == n && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires n > 0 && 0 <= rounds;
//@ requires length(a) >= 2 * n + 1;
__kernel void Sort_sort_threads(int n, int rounds, __global int *a) {
  const int tid = (int)get_local_id(0);
  int round = 0;
  while (round < rounds) {
    if (a[2 * tid] > a[2 * tid + 1]) {
      int x = a[2 * tid];
      a[2 * tid] = a[2 * tid + 1];
      a[2 * tid + 1] = x;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (a[2 * tid + 1] > a[2 * tid + 2]) {
      int x_2 = a[2 * tid + 1];
      a[2 * tid + 1] = a[2 * tid + 2];
      a[2 * tid + 2] = x_2;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    round = round + 1;
  }
}

#else  // The host: this file is the program's source and compiles as C, too.

#include <CL/cl.h>

// Tests what the contract requires of the arguments; gives the first clause that does not hold.
static const char *check_Sort_sort(long long n, long long rounds, cl_mem a, long long a_length) {
  if (!(-2147483647 - 1 <= n && n <= 2147483647)) {
    return "n fits into 32 bits";
  }
  if (!(-2147483647 - 1 <= rounds && rounds <= 2147483647)) {
    return "rounds fits into 32 bits";
  }
  if (!(0 <= a_length && a_length <= 2147483647)) {
    return "0 <= a_length, in 32 bits";
  }
  if (!(a != NULL)) {
    return "a != null";
  }
  if (!(n > 0)) {
    return "n > 0";
  }
  if (!(a_length == 2 * n + 1)) {
    return "a.length == 2 * n + 1";
  }
  if (!(0 <= rounds)) {
    return "0 <= rounds";
  }
  if (!(n <= 1024)) {
    return "n <= 1024: the threads of a barrier are one block";
  }
  return NULL;
}

// `Sort.sort`. Each buffer is followed by its length in elements; the queue executes in order.
cl_int run_Sort_sort(cl_program program, cl_command_queue queue, cl_int n, cl_int rounds, cl_mem a,
    cl_int a_length) {
  if (check_Sort_sort(n, rounds, a, a_length) != NULL) {
    return CL_INVALID_VALUE;
  }
  {
    const long long threads = n;
    if (threads > 0) {
      if (threads > 1024) {
        return CL_INVALID_WORK_GROUP_SIZE;
      }
      const size_t global[1] = {(size_t)threads};
      const size_t local[1] = {(size_t)threads};
      cl_int status = CL_SUCCESS;
      cl_kernel prepared = clCreateKernel(program, "Sort_sort_threads", &status);
      if (status == CL_SUCCESS) {
        status = clSetKernelArg(prepared, 0, sizeof n, &n);
      }
      if (status == CL_SUCCESS) {
        status = clSetKernelArg(prepared, 1, sizeof rounds, &rounds);
      }
      if (status == CL_SUCCESS) {
        status = clSetKernelArg(prepared, 2, sizeof a, &a);
      }
      if (status == CL_SUCCESS) {
        status = clEnqueueNDRangeKernel(queue, prepared, 1, NULL, global, local, 0, NULL, NULL);
      }
      if (prepared != NULL) {
        clReleaseKernel(prepared);
      }
      if (status != CL_SUCCESS) {
        return status;
      }
    }
  }
  return CL_SUCCESS;
}

#endif
// alpinist races, exit status: 0
// note[K007]: header `CL/cl.h` was not found and is treated as empty; `-I FOLDER` adds its folder
// odd-even-sort.cl:14: kernel `Sort_sort_threads`: verified; block * (required), grid 1 (required)
//   requires blockDim.x == n && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1    // written in line 11
//   requires n > 0 && 0 <= rounds    // written in line 12
//   requires length(a) >= 2 * n + 1    // written in line 13
//   assumed:
//   - address arithmetic does not wrap
//   - the grid has at most 2147482623 threads in each dimension
//   - a block has at most 1024 threads in each dimension
// 1 kernel in 1 file: 1 verified
