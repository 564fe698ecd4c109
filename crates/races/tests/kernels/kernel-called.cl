// unknown --local_size=64 --num_groups=1
// function.rs: a kernel that is called as a function: its pointer parameters are arrays of its own (kernel_parameter), so call_function/inline.rs:insert zip the remaining scalar params with the wrong arguments and the callee writes another array.
__kernel void b(__global int*p){ p[get_local_id(0)] = 1;}
__kernel void a(__global int* p){ p[get_local_id(0)+1] = 2; b(p);}
