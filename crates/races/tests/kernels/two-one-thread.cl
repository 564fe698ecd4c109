// unknown --local_size=1 --num_groups=1
// There is no second thread to speak of.
__kernel void k(int n) {
  __assert(__all(n > 0));
}
