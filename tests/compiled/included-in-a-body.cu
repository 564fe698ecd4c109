// lists FAST
__global__ void k(int*a){
#include "body.inc"
}
