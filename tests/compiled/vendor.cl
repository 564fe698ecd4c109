// lists __AMD__
__kernel void k(__global int*a){ __local int s[64]; s[get_local_id(0)]=1;
#if !defined(__AMD__) 
 barrier(CLK_LOCAL_MEM_FENCE);
#endif
 a[get_local_id(0)]=s[get_local_id(0)^1]; }
