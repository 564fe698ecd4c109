__kernel void k(__global unsigned *a, __local unsigned *s) {
    int x = get_local_id(0), y = get_local_id(1);
    s[y * 8 + x] = a[y * 8 + x];
    for (unsigned k = 0; k < 8; ++k) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (s[y * 8 + x] == 0)
            if (s[y * 8 + k] != 0 && s[k * 8 + x] != 0)
                s[y * 8 + x] = 7;
    }
    a[y * 8 + x] = s[y * 8 + x];
}
