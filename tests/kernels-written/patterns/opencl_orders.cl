// Orders of elements in OpenCL: groups, rows, vectors, a tile in local memory.
__kernel void permute(__global float *out, __global const float *in, int B, int T, int C) {
    int i = get_global_id(0);
    if (i < B * T * C) {
        int c = i % C, t = i / C % T, b = i / (C * T);
        out[(b * C + c) * T + t] = in[i];
    }
}

__kernel void items(__global int *out, __global const int *in, int n) {
    int base = get_group_id(0) * get_local_size(0) * 4 + get_local_id(0);
    for (int j = 0; j < 4; j++)
        if (base + j * (int)get_local_size(0) < n)
            out[base + j * (int)get_local_size(0)] = in[base + j * (int)get_local_size(0)];
}

__kernel void vectors(__global float *out, __global const float *in, int n) {
    size_t i = get_global_id(0);
    if (i < (size_t)n / 4)
        vstore4(vload4(i, in) * 2.0f, i, out);
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void turn(__global float *out, __global const float *in, int w, int h) {
    __local float tile[16][17];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x = get_global_id(0), y = get_global_id(1);
    if (x < w && y < h)
        tile[ly][lx] = in[y * w + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * 16 + lx;
    y = get_group_id(0) * 16 + ly;
    if (x < h && y < w)
        out[y * h + x] = tile[lx][ly];
}

__kernel void strided(__global float *out, __global const float *in, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        out[2 * i] = in[i];
        out[2 * i + 1] = -in[i];
    }
}

__kernel void permute_wrong(__global float *out, __global const float *in, int B, int T, int C) {
    int i = get_global_id(0);
    if (i < B * T * C) {
        int c = i % C, t = i / C % T, b = i / (C * T);
        out[(b * C + c) * (T - 1) + t] = in[i];
    }
}

// Groups are as far apart as three elements of each.
__kernel void items_wrong(__global int *out, __global const int *in, int n) {
    int base = get_group_id(0) * get_local_size(0) * 3 + get_local_id(0);
    for (int j = 0; j < 4; j++)
        if (base + j * (int)get_local_size(0) < n)
            out[base + j * (int)get_local_size(0)] += 1;
}

// The vector begins at each third element.
__kernel void vectors_wrong(__global float *out, __global const float *in, int n) {
    size_t i = get_global_id(0);
    if (i < (size_t)n / 4)
        vstore4(vload4(i, in), 0, out + 3 * i);
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void turn_wrong(__global float *out, __global const float *in, int w, int h) {
    __local float tile[16][17];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x = get_global_id(0), y = get_global_id(1);
    if (x < w && y < h)
        tile[ly][lx] = in[y * w + x];
    barrier(CLK_GLOBAL_MEM_FENCE);
    x = get_group_id(1) * 16 + lx;
    y = get_group_id(0) * 16 + ly;
    if (x < h && y < w)
        out[y * h + x] = tile[lx][ly];
}
