// lists __OPENCL_C_VERSION__
__kernel void k(__global int*a){ 
#if __OPENCL_C_VERSION__ >= 200
a[0]=get_local_id(0);
#else
a[get_local_id(0)]=1;
#endif
}
