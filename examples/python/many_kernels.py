"""A thousand kernels that a program wrote, checked on a cluster.

    python many_kernels.py                          on this machine, as many at once as it has cores
    python many_kernels.py --executor ray           on a Ray cluster: the one that `RAY_ADDRESS` names,
                                                    else one that is started here for the while
    python many_kernels.py --count 50 --out verdicts.jsonl

The kernels come from a few patterns with sizes and mistakes put in; for each it is known what must come
out. The last line counts; the exit status is 0 if every verdict is the expected one. On a cluster, each
machine needs `pip install alpinist`, and nothing else.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import itertools
import json
import os
import sys
import time
from typing import Iterable, Iterator, List, Tuple

import alpinist


@dataclasses.dataclass(frozen=True)
class Task:
    """A kernel, the sizes it is to be launched with, and what must come out."""

    name: str
    source: str
    block: Tuple[int, ...]
    grid: Tuple[int, ...]
    expected: str


def reduction(block: int, step: int, mistake: bool) -> Task:
    """A sum in shared memory. The mistake: halves are added without a barrier between."""
    barrier = "" if mistake else "__syncthreads();"
    return Task(
        f"sum_{block}_{step}",
        f"""
__global__ void sum_{block}_{step}(const int *in, int *out) {{
  __shared__ int s[{block}];
  s[threadIdx.x] = in[blockIdx.x * {block} + threadIdx.x] * {step};
  __syncthreads();
  for (int half = {block // 2}; half > 0; half /= 2) {{
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    {barrier}
  }}
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}}
""",
        (block,),
        (4,),
        "wrong" if mistake else "verified",
    )


def stencil(block: int, step: int, mistake: bool) -> Task:
    """A tile with a halo of one cell. The mistake: the tile is as long as a block."""
    cells = block if mistake else block + 2
    return Task(
        f"stencil_{block}_{step}",
        f"""
__global__ void stencil_{block}_{step}(const float *in, float *out) {{
  __shared__ float tile[{cells}];
  int i = blockIdx.x * {block} + threadIdx.x;
  tile[threadIdx.x + 1] = in[i + 1];
  if (threadIdx.x == 0) {{
    tile[0] = in[i];
    tile[{block} + 1] = in[i + {block} + 1];
  }}
  __syncthreads();
  out[i] = tile[threadIdx.x] + {step} * tile[threadIdx.x + 1] + tile[threadIdx.x + 2];
}}
""",
        (block,),
        (8,),
        "wrong" if mistake else "verified",
    )


def strided(block: int, step: int, mistake: bool) -> Task:
    """Each thread has cells of its own, one row after the other. The mistake: rows overlap."""
    row = block - 1 if mistake else block
    return Task(
        f"strided_{block}_{step}",
        f"""
__global__ void strided_{block}_{step}(int *a) {{
  for (int i = 0; i < {step + 1}; i++) {{
    a[(blockIdx.x * {step + 1} + i) * {row} + threadIdx.x] = i;
  }}
}}
""",
        (block,),
        (4,),
        "wrong" if mistake else "verified",
    )


def transpose(side: int, step: int, mistake: bool) -> Task:
    """Rows become columns by way of a tile. The mistake: the tile is read before it is whole."""
    barrier = "" if mistake else "__syncthreads();"
    width = side * 4
    return Task(
        f"transpose_{side}_{step}",
        f"""
__global__ void transpose_{side}_{step}(const int *in, int *out) {{
  __shared__ int tile[{side}][{side + step}];
  unsigned x = blockIdx.x * {side} + threadIdx.x;
  unsigned y = blockIdx.y * {side} + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * {width} + x];
  {barrier}
  unsigned u = blockIdx.y * {side} + threadIdx.x;
  unsigned v = blockIdx.x * {side} + threadIdx.y;
  out[v * {width} + u] = tile[threadIdx.x][threadIdx.y];
}}
""",
        (side, side),
        (4, 4),
        "wrong" if mistake else "verified",
    )


def tasks() -> Iterator[Task]:
    """Kernels without end, no two of them alike, every third one with a mistake."""
    sizes = {reduction: (32, 64, 128, 256), stencil: (32, 64, 96, 128), strided: (32, 48, 64, 128), transpose: (4, 8, 16)}
    number = itertools.count()
    for step in itertools.count(1):
        for turn in range(4):
            for pattern, of in sizes.items():
                if turn < len(of):
                    yield pattern(of[turn], step, next(number) % 3 == 2)


def check(task: Task) -> dict:
    """What is known of one kernel, as a line of JSON. This is what runs on the cluster."""
    start = time.monotonic()
    try:
        # One solver each: as many kernels as there are cores are checked at once.
        report = alpinist.races(task.source, block=task.block, grid=task.grid, jobs=1, cache=False)
        verdict, codes = report.verdict, sorted({finding.code for finding in report.findings})
    except alpinist.AlpinistError as error:
        # The other kernels are not to suffer for it. It is not an answer, least of all a yes.
        verdict, codes = f"error: {error}", []
    return {
        "kernel": task.name,
        "verdict": verdict,
        "expected": task.expected,
        "codes": codes,
        "seconds": round(time.monotonic() - start, 3),
    }


def check_all(batch: List[Task]) -> List[dict]:
    """One task of the cluster: a few kernels, so that handing them out is no cost."""
    return [check(task) for task in batch]


def batches(all_tasks: List[Task], size: int) -> List[List[Task]]:
    return [all_tasks[at : at + size] for at in range(0, len(all_tasks), size)]


def with_threads(all_tasks: List[Task]) -> Iterable[dict]:
    """On this machine. Threads will do: the work is done by other processes."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(check, all_tasks)


def with_ray(all_tasks: List[Task], size: int = 8) -> Iterable[dict]:
    """On a Ray cluster, each batch wherever a core is free; results in the order of the tasks."""
    import ray

    ray.init(log_to_driver=False, include_dashboard=False)
    try:
        nodes = [node for node in ray.nodes() if node["Alive"]]
        cores = int(ray.cluster_resources().get("CPU", 1))
        print(f"Ray {ray.__version__}: machines {len(nodes)}, cores {cores}", file=sys.stderr)
        remote = ray.remote(num_cpus=1)(check_all)
        for done in [remote.remote(batch) for batch in batches(all_tasks, size)]:
            yield from ray.get(done)
    finally:
        ray.shutdown()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=1000, help="how many kernels")
    parser.add_argument("--executor", choices=["auto", "ray", "threads"], default="auto")
    parser.add_argument("--out", help="a file for the verdicts, a line of JSON each")
    args = parser.parse_args()

    executor = args.executor
    if executor == "auto":
        try:
            import ray  # noqa: F401

            executor = "ray"
        except ImportError:
            executor = "threads"
    all_tasks = list(itertools.islice(tasks(), args.count))
    start = time.monotonic()
    results = list(with_ray(all_tasks) if executor == "ray" else with_threads(all_tasks))
    seconds = time.monotonic() - start
    if args.out:
        with open(args.out, "w", encoding="utf-8") as out:
            out.writelines(json.dumps(result) + "\n" for result in results)

    wrong = [one for one in results if one["verdict"] != one["expected"]]
    for one in wrong[:10]:
        print(f"{one['kernel']}: {one['verdict']}, expected {one['expected']} {one['codes']}")
    verdicts = collections.Counter(one["verdict"] for one in results)
    print(", ".join(f"{verdict} {count}" for verdict, count in sorted(verdicts.items())))
    print(
        f"{len(results)} kernels, {len(wrong)} with another verdict than expected; "
        f"{executor}, {seconds:.1f} s"
    )
    return 1 if wrong or len(results) != args.count else 0


if __name__ == "__main__":
    sys.exit(main())
