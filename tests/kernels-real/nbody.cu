#include <cooperative_groups.h>
#include <math.h>
#include "bodysystem.h"
namespace cg = cooperative_groups;
__constant__ float softeningSquared;

template <class T> struct SharedMemory {
  __device__ inline operator T *() { extern __shared__ int __smem[]; return (T *)__smem; }
  __device__ inline operator const T *() const { extern __shared__ int __smem[]; return (T *)__smem; }
};

__device__ float3 bodyBodyInteraction(float3 ai, float4 bi, float4 bj) {
  float3 r;
  r.x = bj.x - bi.x; r.y = bj.y - bi.y; r.z = bj.z - bi.z;
  float distSqr = r.x * r.x + r.y * r.y + r.z * r.z;
  distSqr += softeningSquared;
  float invDist = rsqrtf(distSqr);
  float invDistCube = invDist * invDist * invDist;
  float s = bj.w * invDistCube;
  ai.x += r.x * s; ai.y += r.y * s; ai.z += r.z * s;
  return ai;
}

__device__ float3 computeBodyAccel(float4 bodyPos, float4 *positions, int numTiles, cg::thread_block cta) {
  float4 *sharedPos = SharedMemory<float4>();
  float3 acc = {0.0f, 0.0f, 0.0f};
  for (int tile = 0; tile < numTiles; tile++) {
    sharedPos[threadIdx.x] = positions[tile * blockDim.x + threadIdx.x];
    cg::sync(cta);
#pragma unroll 128
    for (unsigned int counter = 0; counter < blockDim.x; counter++) acc = bodyBodyInteraction(acc, bodyPos, sharedPos[counter]);
    cg::sync(cta);
  }
  return acc;
}

__global__ void integrateBodies(float4 *__restrict__ newPos, float4 *__restrict__ oldPos, float4 *vel, unsigned int deviceOffset, unsigned int deviceNumBodies, float deltaTime, float damping, int numTiles) {
  cg::thread_block cta = cg::this_thread_block();
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= deviceNumBodies) return;
  float4 position = oldPos[deviceOffset + index];
  float3 accel = computeBodyAccel(position, oldPos, numTiles, cta);
  float4 velocity = vel[deviceOffset + index];
  velocity.x += accel.x * deltaTime; velocity.y += accel.y * deltaTime; velocity.z += accel.z * deltaTime;
  velocity.x *= damping; velocity.y *= damping; velocity.z *= damping;
  position.x += velocity.x * deltaTime; position.y += velocity.y * deltaTime; position.z += velocity.z * deltaTime;
  newPos[deviceOffset + index] = position;
  vel[deviceOffset + index] = velocity;
}

struct Particle { float3 pos; float3 vel; float mass; int alive; };
__global__ void step_particles(Particle *p, int n, float dt, float3 gravity) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n || !p[i].alive) return;
  Particle q = p[i];
  q.vel.x += gravity.x * dt; q.vel.y += gravity.y * dt; q.vel.z += gravity.z * dt;
  q.pos.x += q.vel.x * dt; q.pos.y += q.vel.y * dt; q.pos.z += q.vel.z * dt;
  if (q.pos.y < 0.f) { q.pos.y = -q.pos.y; q.vel.y *= -0.5f; }
  p[i] = q;
}

void integrateNbodySystem(DeviceData<float> *d, cudaGraphicsResource **pgres, unsigned numBodies, int blockSize) {
  int numBlocks = (numBodies + blockSize - 1) / blockSize;
  int sharedMemSize = blockSize * 4 * sizeof(float);
  integrateBodies<<<numBlocks, blockSize, sharedMemSize>>>((float4 *)d->dPos[1], (float4 *)d->dPos[0], (float4 *)d->dVel, 0, numBodies, 0.1f, 1.f, numBlocks);
}
