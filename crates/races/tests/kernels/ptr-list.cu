// unknown --blockDim=64 --gridDim=1
struct Node { int value; Node *next; };
__global__ void k(Node *head, int *out) {
  int sum = 0;
  for (Node *p = head; p; p = p->next) sum += p->value;
  out[threadIdx.x] = sum;
}
