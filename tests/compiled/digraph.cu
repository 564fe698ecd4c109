// lists FAST
__global__ void k(int*a){
%:ifdef FAST
 a[0]=threadIdx.x;
%:else
 a[threadIdx.x]=1;
%:endif
}
