// lists FOO
__global__ void k(int *p) {
#import "body2.inc"
}
