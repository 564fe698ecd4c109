#include <stdio.h>
#include <string.h>
struct Node { int starting; int no_of_edges; };

__global__ void Kernel(Node *g_graph_nodes, int *g_graph_edges, bool *g_graph_mask, bool *g_updating_graph_mask, bool *g_graph_visited, int *g_cost, int no_of_nodes) {
  int tid = blockIdx.x * 512 + threadIdx.x;
  if (tid < no_of_nodes && g_graph_mask[tid]) {
    g_graph_mask[tid] = false;
    for (int i = g_graph_nodes[tid].starting; i < (g_graph_nodes[tid].no_of_edges + g_graph_nodes[tid].starting); i++) {
      int id = g_graph_edges[i];
      if (!g_graph_visited[id]) {
        g_cost[id] = g_cost[tid] + 1;
        g_updating_graph_mask[id] = true;
      }
    }
  }
}

__global__ void Kernel2(bool *g_graph_mask, bool *g_updating_graph_mask, bool *g_graph_visited, bool *g_over, int no_of_nodes) {
  int tid = blockIdx.x * 512 + threadIdx.x;
  if (tid < no_of_nodes && g_updating_graph_mask[tid]) {
    g_graph_mask[tid] = true;
    g_graph_visited[tid] = true;
    *g_over = true;
    g_updating_graph_mask[tid] = false;
  }
}

// A queue with a counter.
__global__ void frontier(const int *queue, int size, const int *offsets, const int *edges, int *distance, int *next, int *next_size, int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  int v = queue[i];
  for (int e = offsets[v]; e != offsets[v + 1]; ++e) {
    int u = edges[e];
    if (atomicCAS(&distance[u], -1, level) == -1) {
      int slot = atomicAdd(next_size, 1);
      next[slot] = u;
    }
  }
}

void BFSGraph(int argc, char **argv) {
  int num_of_blocks = 1, num_of_threads_per_block = 512;
  dim3 grid(num_of_blocks, 1, 1);
  dim3 threads(num_of_threads_per_block, 1, 1);
  bool stop;
  do {
    stop = false;
    Kernel<<<grid, threads, 0>>>(0, 0, 0, 0, 0, 0, 0);
    Kernel2<<<grid, threads, 0>>>(0, 0, 0, 0, 0);
  } while (stop);
}
