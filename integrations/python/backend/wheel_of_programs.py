"""Makes the wheel of `alpinist`: two programs that cargo has built, and the Python module beside them.

A build backend (PEP 517) of its own, because the common ones have to be fetched first, and build with
cargo once more what is built already. It needs nothing beside Python.

The programs are taken from the folder that the variable ALPINIST_PROGRAMS names, else from
`target/release` of the repository. The same programs give the same bytes.
"""

import base64
import csv
import hashlib
import io
import os
import platform
import re
import shutil
import stat
import struct
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
PROGRAMS = ("alpinist", "alpinist-solver")
SUFFIX = ".exe" if os.name == "nt" else ""


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel into a folder, and gives its name."""
    project = _project()
    programs = _programs()
    tag = f"py3-none-{_platform(programs)}"
    stem = f"{project['name']}-{project['version']}"
    name = f"{stem}-{tag}.whl"
    entries = []
    for file in sorted((HERE / "alpinist").rglob("*")):
        if file.is_file() and (file.suffix == ".py" or file.name == "py.typed"):
            entries.append((file.relative_to(HERE).as_posix(), file.read_bytes(), 0o644))
    for program in programs:
        content = _movable(_bare(program))
        entries.append((f"{stem}.data/scripts/{program.name}", content, 0o755))
    info = f"{stem}.dist-info"
    license_text = (ROOT / "LICENSE").read_bytes()
    entries.append((f"{info}/licenses/LICENSE", license_text, 0o644))
    entries.append((f"{info}/METADATA", _metadata(project).encode(), 0o644))
    wheel = f"Wheel-Version: 1.0\nGenerator: alpinist\nRoot-Is-Purelib: false\nTag: {tag}\n"
    entries.append((f"{info}/WHEEL", wheel.encode(), 0o644))
    record = io.StringIO()
    rows = csv.writer(record, lineterminator="\n")
    for path, content, _ in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
        rows.writerow((path, f"sha256={digest.decode()}", len(content)))
    rows.writerow((f"{info}/RECORD", "", ""))
    entries.append((f"{info}/RECORD", record.getvalue().encode(), 0o644))
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content, mode in entries:
            # A date of its own would make the bytes depend on when the wheel was made.
            entry = zipfile.ZipInfo(path, date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | mode) << 16
            archive.writestr(entry, content)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """There is none: the source is the repository, which cargo builds."""
    raise NotImplementedError("alpinist has no source package; build it from its repository")


def _programs():
    folder = Path(os.environ.get("ALPINIST_PROGRAMS") or ROOT / "target" / "release")
    programs = [folder / (name + SUFFIX) for name in PROGRAMS]
    for program in programs:
        if not program.is_file():
            sys.exit(
                f"{program} is missing. Build it first: cargo build --release --locked --bins; "
                "or name the folder of the programs in ALPINIST_PROGRAMS."
            )
    return programs


def _bare(program):
    """A program without the names that only a debugger reads, which are a third of it; whole where `strip` is missing."""
    strip = shutil.which("strip")
    if strip is None or SUFFIX:
        return program.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / program.name
        shutil.copy2(program, copy)
        done = subprocess.run([strip, str(copy)], capture_output=True, check=False)
        return (copy if done.returncode == 0 else program).read_bytes()


def _movable(content):
    """A program whose search path for libraries does not name folders of the machine it was built on.

    Of programs for Linux (ELF, 64 bits, little-endian) the path is replaced, in its place, by one that is
    relative to the program; others are left as they are. The package of the solver is found before.
    """
    if content[:6] != b"\x7fELF\x02\x01":
        return content
    (headers,) = struct.unpack_from("<Q", content, 32)
    size, count = struct.unpack_from("<HH", content, 54)
    loaded, entries = [], []
    for at in range(headers, headers + size * count, size):
        kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", content, at)
        if kind == 1:
            loaded.append((address, offset, length))
        elif kind == 2:
            entries = [struct.unpack_from("<QQ", content, at) for at in range(offset, offset + length, 16)]
    tags = dict(entries)
    # DT_RUNPATH, or DT_RPATH; DT_STRTAB.
    path = tags.get(29, tags.get(15))
    if path is None:
        return content
    texts = tags[5]
    (start,) = [texts - a + offset + path for a, offset, length in loaded if a <= texts < a + length]
    old = content[start : content.index(b"\0", start)]
    new = b"$ORIGIN/../lib"
    if len(old) < len(new):
        raise ValueError(f"there is no room for a search path in place of {old!r}")
    return content[:start] + new.ljust(len(old), b"\0") + content[start + len(old) :]


def _platform(programs):
    """The tag of the systems on which the programs run."""
    if not sys.platform.startswith("linux"):
        return re.sub(r"[-.]", "_", sysconfig.get_platform())
    # The newest version of the C library that a symbol asks for.
    versions = [
        tuple(map(int, match.group(1, 2)))
        for program in programs
        for match in re.finditer(rb"\0GLIBC_(\d+)\.(\d+)(?=[\0.])", program.read_bytes())
    ]
    machine = platform.machine()
    if not versions:
        # Linked without a C library to share.
        return f"linux_{machine}"
    major, minor = max(versions)
    return f"manylinux_{major}_{minor}_{machine}"


def _project():
    """What pyproject.toml says under [project]: texts, and lists of texts.

    Python has a reader of TOML since 3.11 only; the file is our own, and simple.
    """
    table, values = None, {}
    for line in (HERE / "pyproject.toml").read_text(encoding="utf-8").splitlines():
        if match := re.fullmatch(r"\[(.*)\]", line.strip()):
            table = match.group(1)
        elif match := re.fullmatch(r'([\w-]+) = (".*"|\[.*\])', line.strip()):
            texts = re.findall(r'"([^"]*)"', match.group(2))
            value = texts if match.group(2).startswith("[") else texts[0]
            if table == "project":
                values[match.group(1)] = value
            elif table == "project.urls":
                values.setdefault("urls", {})[match.group(1)] = value
    return values


def _metadata(project):
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"Keywords: {','.join(project['keywords'])}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}",
    ]
    lines += [f"Project-URL: {name}, {url}" for name, url in project["urls"].items()]
    lines += [f"Requires-Dist: {needed}" for needed in project["dependencies"]]
    lines += ["Description-Content-Type: text/markdown", ""]
    return "\n".join(lines) + "\n" + (HERE / "README.md").read_text(encoding="utf-8")
