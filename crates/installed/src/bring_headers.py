"""Fetches NVIDIA's headers of CUDA, once, without administrator rights: `alpinist setup cuda`, `./x setup --cuda`.

They come from wheels of the package index, which are pinned by version and by hash. Headers and licences are
unpacked to the folder that the first argument names, and nothing else: no library, no compiler. The headers
belong to NVIDIA. What is said goes to standard error; the status is 0 if the headers are in place.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

# Headers are the same for all machines, so one wheel of each does. crates/installed/src/headers.rs has the
# version of the first as the name of the folder; a test compares.
PACKAGES = [
    ("nvidia-cuda-runtime", "13.5.37", "df2b79a8852f10d1fef8c848489c49eebb5754051bf870202a862831412b179d"),
    ("nvidia-cuda-crt", "13.5.37", "e898b7f73d3035fa89915a3f7bf3b54a73e90249746111aed295822c4729bb29"),
    ("nvidia-cuda-cccl", "13.3.5.0.6", "d5230098fa2df5021e1a00c0c4eee41797671a91119d31e892463e5ccf3ee326"),
    ("nvidia-curand", "10.4.5.25", "22bb226a857e5888fe6b54ae465fc4371296bcff13a35f79e19691bcf454f529"),
]
PLATFORMS = ["manylinux_2_27_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"]
INSIDE = "nvidia/cu13/include/"
# Written last, so a folder that has it is whole.
STAMP = "complete"


def say(text):
    print(f"setup cuda: {text}", file=sys.stderr, flush=True)


def stop(text):
    say(text)
    sys.exit(1)


def fetch(work):
    """The wheels, with their hashes checked."""
    requirements = os.path.join(work, "requirements.txt")
    with open(requirements, "w", encoding="utf-8") as out:
        for name, version, digest in PACKAGES:
            out.write(f"{name}=={version} --hash=sha256:{digest}\n")
    wheels = os.path.join(work, "wheels")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", requirements]
    for platform in PLATFORMS:
        command += ["--platform", platform]
    command += ["--dest", wheels]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower()] or lines[-1:] or ["no message"]
        stop(f"pip could not fetch the packages ({errors[0].strip()}). Is the package index reachable from here?")
    return [os.path.join(wheels, name) for name in sorted(os.listdir(wheels))]


def unpack(wheel, tree):
    """The headers and the licences of a wheel."""
    package = os.path.basename(wheel).split("-")[0]
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            if member.endswith("/"):
                continue
            if member.startswith(INSIDE):
                place = ("include", member[len(INSIDE):])
            elif "LICENSE" in member.upper().rsplit("/", 1)[-1]:
                place = ("licences", f"{package}-{os.path.basename(member)}")
            else:
                continue
            place = os.path.normpath(os.path.join(tree, *place))
            # No name of an archive leads out of the folder.
            if not place.startswith(tree + os.sep):
                stop(f"{os.path.basename(wheel)} has a file with the name {member}.")
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with archive.open(member) as source, open(place, "wb") as out:
                shutil.copyfileobj(source, out)


def main():
    target = os.path.abspath(sys.argv[1])
    licences = os.path.join(target, "licences")
    if os.path.isfile(os.path.join(target, STAMP)):
        say(f"the headers are in {target}; their licences are in {licences}")
        return
    for name, version, _ in PACKAGES:
        say(f"{name} {version}")
    say("These are NVIDIA's, under its licence: https://docs.nvidia.com/cuda/eula/ (the headers of CUB, Thrust and")
    say("libcu++ also under Apache 2.0 with LLVM's exceptions). Fetching them accepts it. About 85 MB, once.")
    home = os.path.dirname(target)
    os.makedirs(home, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="incomplete.", dir=home) as work:
        tree = os.path.join(os.path.realpath(work), "tree")
        for wheel in fetch(work):
            unpack(wheel, tree)
        if not os.path.isfile(os.path.join(tree, "include", "cuda_runtime.h")):
            stop("the packages have no headers where they were expected.")
        with open(os.path.join(tree, STAMP), "w", encoding="utf-8"):
            pass
        # Two of these may run at once: whoever renames first wins, the other finds the work done.
        if os.path.isdir(target) and not os.path.isfile(os.path.join(target, STAMP)):
            shutil.rmtree(target)
        try:
            os.rename(tree, target)
        except OSError as error:
            if not os.path.isfile(os.path.join(target, STAMP)):
                stop(f"{target} could not be written: {error.strerror}")
    say(f"the headers are in {target}; their licences are in {licences}")


try:
    main()
except (OSError, zipfile.BadZipFile) as error:
    stop(f"{error}")
