"""Executes kernels of OpenCL on another implementation.

Reads one JSON object a line: a text ({"text", "define"}), or a job (of: the number of its text, kernel,
block, grid, dimensions, arrays, locals, arguments; bytes as hexadecimal digits). Prints one a job: {"arrays":
{name: bytes at the end}} or {"skip": reason}. Each kernel has a process of its own, which ends after a minute.
"""

import json
import multiprocessing
import sys

PRELUDE = """
#pragma OPENCL FP_CONTRACT OFF
#define __requires(...) ((void)0)
#define __ensures(...) ((void)0)
#define __assert(...) ((void)0)
#define __assume(...) ((void)0)
#define __invariant(...) ((void)0)
#define __global_requires(...) ((void)0)
#define __global_ensures(...) ((void)0)
#define __global_invariant(...) ((void)0)
#define __global_assert(...) ((void)0)
#define __function_wide_invariant(...) ((void)0)
#define __candidate_invariant(...) ((void)0)
#define __candidate_global_invariant(...) ((void)0)
#define __reads_from(...) ((void)0)
#define __writes_to(...) ((void)0)
#define __barrier_invariant_1(...) ((void)0)
#define __barrier_invariant_2(...) ((void)0)
#define __barrier_invariant_3(...) ((void)0)
#define __barrier_invariant_5(...) ((void)0)
#define __barrier_invariant_binary_1(...) ((void)0)
#define __non_temporal(x) x
"""


def execute(text, job):
    import numpy
    import pyopencl as cl

    platform = cl.get_platforms()[0]
    context = cl.Context(platform.get_devices()[:1])
    queue = cl.CommandQueue(context)
    options = ["-cl-kernel-arg-info"] + ["-D" + name for name in text["define"]]
    try:
        program = cl.Program(context, PRELUDE + text["text"]).build(options=options)
        kernel = cl.Kernel(program, job["kernel"])
    except cl.Error as error:
        lines = [line for line in str(error).splitlines() if "error" in line]
        return {"skip": "not compiled: " + (lines or ["?"])[-1].strip()}
    buffers = {}
    qualifier = cl.kernel_arg_address_qualifier
    for number in range(kernel.num_args):
        name = kernel.get_arg_info(number, cl.kernel_arg_info.NAME)
        space = kernel.get_arg_info(number, cl.kernel_arg_info.ADDRESS_QUALIFIER)
        if space in (qualifier.GLOBAL, qualifier.CONSTANT):
            data = bytes.fromhex(job["arrays"].get(name, "00" * 64))
            host = numpy.frombuffer(data, dtype=numpy.uint8).copy()
            flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
            buffers[name] = (host, cl.Buffer(context, flags, hostbuf=host))
            kernel.set_arg(number, buffers[name][1])
        elif space == qualifier.LOCAL:
            kernel.set_arg(number, cl.LocalMemory(job["locals"].get(name, 64)))
        elif name in job["arguments"]:
            data = bytes.fromhex(job["arguments"][name])
            kernel.set_arg(number, numpy.frombuffer(data, dtype=numpy.uint8))
        else:
            return {"skip": "parameter without a scalar: " + name}
    used = job["dimensions"]
    local = tuple(job["block"][:used])
    everything = tuple(a * b for a, b in zip(job["block"], job["grid"]))[:used]
    try:
        cl.enqueue_nd_range_kernel(queue, kernel, everything, local)
        queue.finish()
    except cl.Error as error:
        return {"skip": "not launched: " + str(error)}
    found = {}
    for name, (host, buffer) in buffers.items():
        cl.enqueue_copy(queue, host, buffer)
        queue.finish()
        if name in job["arrays"]:
            found[name] = host.tobytes().hex()
    return {"arrays": found}


def child(text, job, pipe):
    try:
        answer = execute(text, job)
    except Exception as error:  # whatever happens there is an answer
        answer = {"skip": "fault: " + repr(error)}
    pipe.send(answer)


def main():
    texts = []
    for line in sys.stdin:
        job = json.loads(line)
        if "text" in job:
            texts.append(job)
            continue
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(target=child, args=(texts[job["of"]], job, theirs))
        process.start()
        theirs.close()
        try:
            answer = ours.recv() if ours.poll(60) else {"skip": "too slow"}
        except EOFError:
            answer = {"skip": "crashed"}
        process.kill()
        process.join()
        print(json.dumps(answer), flush=True)


main()
