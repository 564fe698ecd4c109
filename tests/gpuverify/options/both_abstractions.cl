//args: --local_size=64 --num_groups=1 --adversarial-abstraction --equality-abstraction
//expect: COMMAND_LINE_ERROR
//says: argument --equality-abstraction: not allowed with argument --adversarial-abstraction
__kernel void k(__local int *p) { p[get_local_id(0)] = 1; }
