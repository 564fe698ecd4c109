"""Executes kernels of CUDA on a GPU, and asks compute-sanitizer about them.

Reads one JSON object a line: a text ({"text", "define"}), or a job (of: the number of its text, kernel,
symbol, parameters, block, grid, cooperative, arrays, locals, arguments; bytes as hexadecimal digits; compare:
whether its memory is asked for; tools: which tools of compute-sanitizer are). Prints one a job: {"arrays":
{name: bytes at the end}} or {"skip": reason}; with `--sanitize` also "said": {tool: {"lines": messages,
"skip": why it was not executed}}. After CUDA_SECONDS no more are begun.

Texts are compiled by nvcc (CUDA_NVCC), kernels launched through the driver. With `--compile` nothing is
launched. It needs no package of Python.
"""

import concurrent.futures
import ctypes
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

NVCC = os.environ.get("CUDA_NVCC", "nvcc")
ARCH = os.environ.get("CUDA_ARCH", "sm_90")
AT_ONCE = max(2, (os.cpu_count() or 2) - 2)

# So long an answer is waited for.
SECONDS = 10

PRELUDE = "".join(
    "#define %s(...) ((void)0)\n" % name
    for name in """__requires __ensures __assert __assume __invariant __global_requires
    __global_ensures __global_invariant __global_assert __function_wide_invariant
    __candidate_invariant __candidate_global_invariant __reads_from __writes_to
    __barrier_invariant_1 __barrier_invariant_2 __barrier_invariant_3 __barrier_invariant_5
    __barrier_invariant_binary_1""".split()
) + "#define __non_temporal(x) x\n#line 1\n"


def compiled(folder, number, text):
    """The path of a text's machine code, or why there is none."""
    source = os.path.join(folder, "%d.cu" % number)
    cubin = os.path.join(folder, "%d.cubin" % number)
    with open(source, "w") as file:
        file.write(PRELUDE + text["text"])
    command = [NVCC, "-cubin", "-arch=" + ARCH, "-lineinfo"]
    command += ["--fmad=false", "-std=c++17", "-w", "-o", cubin, source]
    command += ["-D" + name for name in text["define"]]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode == 0:
        return cubin, None
    lines = [line for line in (ran.stdout + ran.stderr).splitlines() if "error" in line]
    return None, "not compiled: " + re.sub(r"^.*?error", "error", (lines or ["?"])[0])


class Failed(Exception):
    """A call of the driver failed."""


class Driver:
    """The driver's functions, with errors as exceptions."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        code = getattr(self.library, name)(*arguments)
        if code != 0:
            raise Failed("%s: %d" % (name, code))

    def module(self, path):
        module = ctypes.c_void_p()
        self.call("cuModuleLoad", ctypes.byref(module), path.encode())
        return module

    def function(self, module, symbol):
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), module, symbol.encode())
        return function

    def sizes(self, function):
        """Bytes of each parameter."""
        found = []
        offset, size = ctypes.c_size_t(), ctypes.c_size_t()
        while True:
            code = self.library.cuFuncGetParamInfo(
                function,
                ctypes.c_size_t(len(found)),
                ctypes.byref(offset),
                ctypes.byref(size),
            )
            if code != 0:
                return found
            found.append(size.value)

    def variable(self, module, name):
        place, size = ctypes.c_uint64(), ctypes.c_size_t()
        self.call(
            "cuModuleGetGlobal_v2",
            ctypes.byref(place),
            ctypes.byref(size),
            module,
            name.encode(),
        )
        return place, size.value

    def memory(self, data):
        place = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(max(len(data), 1)))
        self.write(place, data)
        return place

    def write(self, place, data):
        self.call("cuMemcpyHtoD_v2", place, data, ctypes.c_size_t(len(data)))

    def read(self, place, count):
        data = ctypes.create_string_buffer(max(count, 1))
        self.call("cuMemcpyDtoH_v2", data, place, ctypes.c_size_t(count))
        return data.raw[:count]

    def launch(self, function, job, values):
        bytes_shared = max(job["locals"].values(), default=0)
        if bytes_shared > 48 << 10:
            # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            self.call("cuFuncSetAttribute", function, 8, ctypes.c_int(bytes_shared))
        pointers = [ctypes.cast(value, ctypes.c_void_p) for value in values]
        list_of = (ctypes.c_void_p * max(len(pointers), 1))(*pointers)
        sizes = [ctypes.c_uint(n) for n in job["grid"] + job["block"]]
        sizes += [ctypes.c_uint(bytes_shared), None, list_of]
        if job["cooperative"]:
            self.call("cuLaunchCooperativeKernel", function, *sizes)
        else:
            self.call("cuLaunchKernel", function, *sizes, None)
        self.call("cuCtxSynchronize")


def execute(driver, module, job):
    function = driver.function(module, job["symbol"])
    parameters, sizes = job["parameters"], driver.sizes(function)
    if len(parameters) != len(sizes):
        return {"skip": "other parameters"}
    places, values, taken = {}, [], set()
    for (name, is_pointer), size in zip(parameters, sizes):
        if is_pointer:
            data = bytes.fromhex(job["arrays"].get(name, "00" * 64))
            places[name] = (driver.memory(data), len(data))
            values.append(ctypes.byref(places[name][0]))
            continue
        if name not in job["arguments"]:
            return {"skip": "parameter without a scalar"}
        data = bytes.fromhex(job["arguments"][name])
        if len(data) != size:
            return {"skip": "parameter of another size"}
        taken.add(name)
        values.append(ctypes.byref(ctypes.create_string_buffer(data, len(data))))
    for name, data in job["arrays"].items():
        if name not in places:
            data = bytes.fromhex(data)
            place, size = driver.variable(module, name)
            if size != len(data):
                return {"skip": "variable of another size"}
            driver.write(place, data)
            places[name] = (place, size)
    driver.launch(function, job, values)
    found = {name: driver.read(*at).hex() for name, at in places.items() if name in job["arrays"]}
    return {"arrays": found}


def child():
    """Executes jobs, each with its machine code, until something fails for good."""
    driver, path, module = Driver(), None, None
    for line in sys.stdin:
        job = json.loads(line)
        try:
            if job["cubin"] != path:
                path, module = job["cubin"], driver.module(job["cubin"])
            answer = execute(driver, module, job)
            print(json.dumps(answer), flush=True)
        except Failed as error:
            print(json.dumps({"skip": "failed: %s" % error}), flush=True)
            if not str(error).startswith(("cuModule", "cuFunc")):
                # The context is lost.
                sys.exit(3)


def part(prefix, jobs, until):
    """Answers to the first of some jobs, at least one, by one process."""
    process = subprocess.Popen(
        prefix + [sys.executable, __file__, "--child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    lines = queue.Queue()

    def write():
        try:
            process.stdin.write("".join(json.dumps(job) + "\n" for job in jobs))
            process.stdin.close()
        except OSError:
            pass

    def read():
        for line in process.stdout:
            if line.startswith("{"):
                lines.put(line)
        lines.put(None)

    for work in (write, read):
        threading.Thread(target=work, daemon=True).start()
    answers = []
    while len(answers) < len(jobs):
        # The first has to wait for the process to start.
        patience = SECONDS if answers else 6 * SECONDS
        try:
            line = lines.get(timeout=max(1, min(patience, until - time.time())))
        except queue.Empty:
            answers.append({"skip": "too slow"})
            break
        if line is None:
            answers.append({"skip": "crashed"})
            break
        answers.append(json.loads(line))
        if answers[-1].get("skip", "").startswith("failed: cu") and not answers[-1]["skip"].startswith(
            ("failed: cuModule", "failed: cuFunc")
        ):
            break
    if len(answers) == len(jobs):
        try:
            process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            pass
    if process.poll() is None:
        # What compute-sanitizer has to say of a lost context it says at the end.
        try:
            process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return answers


def run(prefix, jobs, until):
    """The answers to jobs, by as many processes as it takes."""
    answers = []
    while len(answers) < len(jobs):
        if time.time() > until:
            answers.append({"skip": "no time"})
            continue
        answers += part(prefix, jobs[len(answers) :], until)
    return answers


def messages(log):
    """The messages in a log, each with the lines that belong to it."""
    found = []
    for line in log.splitlines():
        line = re.sub(r"^=+ ?", "", line)
        if re.match(r"(Error|Warning|Barrier|Invalid|Race|Program hit|Unused|Internal)", line):
            found.append(line)
        elif found and line.startswith(" "):
            found[-1] += " / " + line.strip()
    return found


def sanitized(tool, folder, jobs, until):
    """What a tool says of each job: of its kernel, in its text."""
    logs = tempfile.mkdtemp(dir=folder)
    prefix = ["compute-sanitizer", "--tool", tool, "--log-file", os.path.join(logs, "%p")]
    prefix += ["--print-limit", "1000", "--target-processes", "all"]
    answers = run(prefix, jobs, until)
    text = ""
    for name in os.listdir(logs):
        with open(os.path.join(logs, name), errors="replace") as file:
            text += file.read() + "\n"
    all_said, said = messages(text), []
    for job, answer in zip(jobs, answers):
        name = re.escape(job["kernel"].split("<")[0].split("::")[-1])
        place = re.compile(r"\b%s\b.*\b%d\.cu:" % (name, job["of"]))
        lines = [line[:500] for line in all_said if place.search(line)]
        said.append({"lines": lines[:2], "skip": answer.get("skip")})
    others = [line for line in all_said if not re.search(r"\b\d+\.cu:", line)]
    return said, [line[:500] for line in others if not line.startswith("Program hit")]


def portions(numbers, jobs, count):
    """The jobs of some numbers in about so many parts; those of one text stay together."""
    found, last = [], None
    for at in sorted(numbers, key=lambda at: jobs[at]["of"]):
        if not found or (len(found[-1]) > len(numbers) / count and jobs[at]["of"] != last):
            found.append([])
        found[-1].append(at)
        last = jobs[at]["of"]
    return found


def main():
    if "--child" in sys.argv:
        return child()
    if "--present" in sys.argv:
        Driver()
        return sys.exit(shutil.which(NVCC) is None)
    until = time.time() + float(os.environ.get("CUDA_SECONDS", 36000))
    sanitize = "--sanitize" in sys.argv and shutil.which("compute-sanitizer")
    texts, jobs = [], []
    for line in sys.stdin:
        line = json.loads(line)
        (texts if "text" in line else jobs).append(line)
    folder = tempfile.mkdtemp()
    used = sorted({job["of"] for job in jobs})
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        cubins = dict(zip(used, pool.map(lambda of: compiled(folder, of, texts[of]), used)))
        for job in jobs:
            job["cubin"], job["why"] = cubins[job["of"]]
        answers = [{"skip": job["why"]} if job["why"] else {} for job in jobs]
        there = [at for at in range(len(jobs)) if jobs[at]["cubin"] and "--compile" not in sys.argv]
        note("compiled")

        def compare(part):
            for at, answer in zip(part, run([], [jobs[at] for at in part], until)):
                answers[at].update(answer)

        plain = [at for at in there if jobs[at]["compare"]]
        list(pool.map(compare, portions(plain, jobs, AT_ONCE)))
        note("executed")
        for tool in ("racecheck", "synccheck", "memcheck") if sanitize else ():

            def look(part):
                said, others = sanitized(tool, folder, [jobs[at] for at in part], until)
                for at, one in zip(part, said):
                    answers[at].setdefault("said", {})[tool] = one
                for line in others:
                    note("%s, of no text: %s" % (tool, line))

            wanted = [at for at in there if tool in jobs[at]["tools"]]
            # What is wrong may lose the context, and the others their time.
            for compare_too in (True, False):
                some = [at for at in wanted if jobs[at]["compare"] == compare_too]
                list(pool.map(look, portions(some, jobs, 2 * AT_ONCE)))
            note(tool)
    shutil.rmtree(folder)
    for answer in answers:
        print(json.dumps(answer), flush=True)


START = time.time()


def note(words):
    print("%.0f s: %s" % (time.time() - START, words), file=sys.stderr, flush=True)


main()
