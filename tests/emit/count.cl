// alpinist emit --to opencl crates/emit/tests/programs/count.pvl
// exit status: 0
// warning[W004]: the dividend may be negative, or the divisor may be
//   --> crates/emit/tests/programs/count.pvl:21:11
//    |
// 21 |       if (a[t] % 2 == 1) {
//    |           ^^^^^^^^
//    |
//    = note: `/` and `%` are Euclidean here: the remainder is never negative, unlike in C and CUDA
//
// crates/emit/tests/programs/count.pvl: verified (1 method, N obligations)
// warning[E012]: it is not proved that `-a[i]` fits into 32 bits
//   --> crates/emit/tests/programs/count.pvl:13:14
//    |
// 13 |       a[i] = -a[i];
//    |              ^^^^^
//    |
//    = help: bounds in the contract prove it; `--deny overflow` refuses it
//
// warning[E012]: it is not proved that `total[0] + a[t]` fits into 32 bits
//   --> crates/emit/tests/programs/count.pvl:23:22
//    |
// 23 |           total[0] = total[0] + a[t];
//    |                      ^^^^^^^^^^^^^^^
//    |
//    = help: bounds in the contract prove it; `--deny overflow` refuses it
//
// warning[E012]: it is not proved that `total[0] - 1` fits into 32 bits
//   --> crates/emit/tests/programs/count.pvl:27:9
//    |
// 27 |         total[0] -= 1;
//    |         ^^^^^^^^^^^^^
//    |
//    = help: bounds in the contract prove it; `--deny overflow` refuses it
//
// warning[E012]: it is not proved that `total[0] + 1` fits into 32 bits
//   --> crates/emit/tests/programs/count.pvl:31:14
//    |
// 31 |   total[1] = total[0] + 1;
//    |              ^^^^^^^^^^^^
//    |
//    = help: bounds in the contract prove it; `--deny overflow` refuses it
//
// warning[E012]: it is not proved that `a.length + 1` fits into 32 bits
//   --> crates/emit/tests/programs/count.pvl:32:14
//    |
// 32 |   int size = a.length + 1;
//    |              ^^^^^^^^^^^^
//    |
//    = help: bounds in the contract prove it; `--deny overflow` refuses it
//
// Emitted by alpinist 0.2.0 from crates/emit/tests/programs/count.pvl, which is verified.
// Integers have 32 bits. It is proved that nothing overflows, but for this, which is assumed:
//   line 13: -a[i] fits
//   line 23: total[0] + a[t] fits
//   line 27: total[0] - 1 fits
//   line 31: total[0] + 1 fits
//   line 32: a.length + 1 fits
//
// Contract of `count`:
//   context_everywhere a != null && total != null && total.length == 2 && a.length > 0;
//   context (\forall* int i = 0 .. a.length; Perm(a[i], write));
//   context Perm(total[0], write) ** Perm(total[1], write);
//   ensures \result == a.length + 1;

#ifdef __OPENCL_VERSION__

// The remainder of PVL, which is never negative.
int euclidean_remainder(int a, int b) {
  if (b == -1) {
    return 0;
  }
  const int r = a % b;
  if (r >= 0) {
    return r;
  }
  return b > 0 ? r + b : r - b;
}

// `par` in line 18.
//@ requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires a_length > 0;
//@ requires length(total) >= 2 && length(a) >= a_length;
//@ requires disjoint(a, total);
__kernel void count_par_18(__global const int *a, int a_length, __global int *total) {
  const long index = get_global_id(0);
  if (index < a_length) {
    const int t = (int)index;
    if (euclidean_remainder(a[t], 2) == 1) {
      atomic_add(&total[0], a[t]);
    }
    atomic_add(&total[0], -1);
  }
}

// statements of the host, by one thread.
//@ requires blockDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires a_length > 0;
//@ requires length(total) >= 2 && length(a) >= a_length;
//@ requires disjoint(a, total);
__kernel void count_host(__global int *a, int a_length, __global int *total) {
  int i = 0;
  total[0] = 0;
  while (i < a_length) {
    if (a[i] < 0) {
      a[i] = -a[i];
    }
    i = i + 1;
  }
}

// statements of the host, by one thread.
//@ requires blockDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires length(total) >= 2;
__kernel void count_host_2(__global int *total) {
  total[1] = total[0] + 1;
}

#else  // The host: this file is the program's source and compiles as C, too.

#include <CL/cl.h>

// The remainder of PVL, which is never negative.
static cl_int euclidean_remainder(cl_int a, cl_int b) {
  if (b == -1) {
    return 0;
  }
  const cl_int r = a % b;
  if (r >= 0) {
    return r;
  }
  return b > 0 ? r + b : r - b;
}

// Tests what the contract requires of the arguments; gives the first clause that does not hold.
static const char *check_count(cl_mem a, long long a_length, cl_mem total, long long total_length) {
  if (!(0 <= a_length && a_length <= 2147483647)) {
    return "0 <= a_length, in 32 bits";
  }
  if (!(0 <= total_length && total_length <= 2147483647)) {
    return "0 <= total_length, in 32 bits";
  }
  if (!(a != NULL)) {
    return "a != null";
  }
  if (!(total != NULL)) {
    return "total != null";
  }
  if (!(total_length == 2)) {
    return "total.length == 2";
  }
  if (!(a_length > 0)) {
    return "a.length > 0";
  }
  if (!(a != total || a == NULL)) {
    return "a and total are different arrays";
  }
  return NULL;
}

// `count`. Each buffer is followed by its length in elements; the queue executes in order.
cl_int run_count(cl_program program, cl_command_queue queue, cl_mem a, cl_int a_length,
    cl_mem total, cl_int total_length, cl_int *result) {
  if (check_count(a, a_length, total, total_length) != NULL) {
    return CL_INVALID_VALUE;
  }
  {
    const size_t global[1] = {1};
    const size_t local[1] = {1};
    cl_int status = CL_SUCCESS;
    cl_kernel prepared = clCreateKernel(program, "count_host", &status);
    if (status == CL_SUCCESS) {
      status = clSetKernelArg(prepared, 0, sizeof a, &a);
    }
    if (status == CL_SUCCESS) {
      status = clSetKernelArg(prepared, 1, sizeof a_length, &a_length);
    }
    if (status == CL_SUCCESS) {
      status = clSetKernelArg(prepared, 2, sizeof total, &total);
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
  {
    {
      const long long threads = a_length;
      if (threads > 0) {
        const size_t global[1] = {((size_t)(threads - 1) / 256 + 1) * 256};
        const size_t local[1] = {256};
        cl_int status = CL_SUCCESS;
        cl_kernel prepared = clCreateKernel(program, "count_par_18", &status);
        if (status == CL_SUCCESS) {
          status = clSetKernelArg(prepared, 0, sizeof a, &a);
        }
        if (status == CL_SUCCESS) {
          status = clSetKernelArg(prepared, 1, sizeof a_length, &a_length);
        }
        if (status == CL_SUCCESS) {
          status = clSetKernelArg(prepared, 2, sizeof total, &total);
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
  }
  {
    const size_t global[1] = {1};
    const size_t local[1] = {1};
    cl_int status = CL_SUCCESS;
    cl_kernel prepared = clCreateKernel(program, "count_host_2", &status);
    if (status == CL_SUCCESS) {
      status = clSetKernelArg(prepared, 0, sizeof total, &total);
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
  cl_int size = a_length + 1;
  *result = size;
  return CL_SUCCESS;
}

#endif
// alpinist races, exit status: 3
// note[K007]: header `CL/cl.h` was not found and is treated as empty; `-I FOLDER` adds its folder
// count.cl:34: kernel `count_par_18`: verified; block 256 (required), grid * (required)
//   requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1    // written in line 30
//   requires a_length > 0    // written in line 31
//   requires length(total) >= 2 && length(a) >= a_length    // written in line 32
//   requires disjoint(a, total)    // written in line 33
//   assumed:
//   - pointer arguments do not alias
//   - the grid has at most 2147482623 threads in each dimension
//   - the global work offset is 0
// warning[K015]: under the written contract no two threads are known to reach this statement, which has findings without the contract
//   --> count.cl:52:3
//    |
// 52 |   total[0] = 0;
//    |   ^^^^^^^^^^^^
//
// count.cl:50: kernel `count_host`: unknown; block 1 (required), grid 1 (required)
//   requires blockDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1    // written in line 46
//   requires a_length > 0    // written in line 47
//   requires length(total) >= 2 && length(a) >= a_length    // written in line 48
//   requires disjoint(a, total)    // written in line 49
//   assumed:
//   - pointer arguments do not alias
// warning[K015]: under the written contract no two threads are known to reach this statement, which has findings without the contract
//   --> count.cl:65:3
//    |
// 65 |   total[1] = total[0] + 1;
//    |   ^^^^^^^^^^^^^^^^^^^^^^^
//
// count.cl:64: kernel `count_host_2`: unknown; block 1 (required), grid 1 (required)
//   requires blockDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1    // written in line 62
//   requires length(total) >= 2    // written in line 63
// assumed for all kernels:
// - address arithmetic does not wrap
// 3 kernels in 1 file: 1 verified, 2 unknown
