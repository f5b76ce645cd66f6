"""Makes a tarball and a Python wheel of a finished build. usage: cmake/pack.py BUILD OUT

Both are made of an installation that carries the libraries which a machine may lack: they stand in
lib/rille, beside the plugins, and whoever needs them looks there by $ORIGIN. What is assumed of a
machine is what PEP 600 lets a wheel of TAG assume. A library is carried only if its license is in
CARRIED, and the texts of the licenses come along. The code generator is linked with LLVM's archives.
"""
import base64
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

TAG = "py3-none-manylinux_2_36_x86_64"
ASSUMED = re.compile(r"ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so\.\d+")
# Of the machine, since they or what they need are under licenses that ask more than a notice: URLs
# and notebooks need them. The kernel finds ZeroMQ in the process: repl/commands/kernel.cpp.
NOT_CARRIED = re.compile(r"lib(curl|crypto|zmq)\.so\.\d+")
IN_PROCESS = "libzmq.so.5"
CARRIED = {
    "libbrotlicommon.so.1": "MIT", "libbrotlidec.so.1": "MIT", "libfmt.so.9": "MIT",
    "libjpeg.so.62": "IJG, BSD-3-Clause, Zlib", "liblua5.4-c++.so.0": "MIT",
    "libpcre2-8.so.0": "BSD-3-Clause", "libpng16.so.16": "libpng", "libutf8proc.so.2": "MIT",
    "libuuid.so.1": "BSD-3-Clause", "libxeus.so.6": "BSD-3-Clause", "libz.so.1": "Zlib",
    "libzstd.so.1": "BSD-3-Clause",
}
# Those of which code is compiled or linked into ours.
INSIDE = ["libcli11-dev", "nlohmann-json3-dev", "libfmt-dev", "llvm-19-dev", "cppzmq-dev"]
KERNEL = '''"""The Jupyter kernel: starts `rille kernel run` with the ZeroMQ library of pyzmq."""
import os
import pathlib
import sys
import sysconfig

import zmq

found = sorted(pathlib.Path(zmq.__file__).resolve().parents[1].glob("pyzmq.libs/libzmq*.so*"))
if found:
    os.environ["RILLE_ZMQ"] = str(found[0])
beside = pathlib.Path(__file__).resolve().parent
places = [pathlib.Path(sysconfig.get_path("scripts")) / "rille", beside / "bin/rille",
          *(folder / "bin/rille" for folder in beside.parents)]
program = next((str(path) for path in places if path.exists()), "rille")
os.execvp(program, [program, "kernel", "run", *sys.argv[1:]])
'''


def said(*command) -> str:
    words = [str(word) for word in command]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def is_elf(path: pathlib.Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def system_paths() -> dict:
    """Where the loader finds a library of that name."""
    rows = re.findall(r"^\s*(\S+) \(libc6,x86-64.*\) => (\S+)$", said("/sbin/ldconfig", "-p"), re.M)
    return dict(reversed(rows))


def carry(tree: pathlib.Path) -> list:
    """Copies libraries until all that is needed is there or assumed. The paths they came from."""
    folder, paths, came_from = tree / "lib/rille", system_paths(), []
    waiting = [path for path in tree.rglob("*") if is_elf(path)]
    while waiting:
        at = waiting.pop()
        for name in said("patchelf", "--print-needed", at).split():
            if name == IN_PROCESS:
                said("patchelf", "--remove-needed", name, at)
            if ASSUMED.fullmatch(name) or NOT_CARRIED.fullmatch(name) or (folder / name).exists():
                continue
            if name not in CARRIED:
                sys.exit(f"pack: {at.name} needs {name}: add it with its license to CARRIED in cmake/pack.py")
            shutil.copy(pathlib.Path(paths[name]).resolve(), folder / name)
            said("patchelf", "--set-rpath", "$ORIGIN", folder / name)
            came_from.append(pathlib.Path(paths[name]).resolve())
            waiting.append(folder / name)
    return came_from


def take_generator(build: pathlib.Path, tree: pathlib.Path):
    """The code generator that needs no libLLVM. It has the build ID of the other one, by which
    kernels that were compiled ahead are known: both make the same code of the same objects."""
    shared, carried = tree / "lib/rille/librille-llvm.so", build / "package/librille-llvm.so"
    with tempfile.TemporaryDirectory() as folder:
        note = f".note.gnu.build-id={folder}/note"
        said("objcopy", "--dump-section", note, shared, f"{folder}/unused")
        said("strip", "-o", shared, carried)
        said("objcopy", "--update-section", note, shared)


def licenses(tree: pathlib.Path, libraries: list):
    """The copyright files of Debian's packages, and the one common license that what is carried is
    under by name; the others that they name are those of Debian's packaging, of tests and tools."""
    folder = tree / "share/doc/rille/licenses"
    folder.mkdir(parents=True)
    packages = set(INSIDE)
    for path in libraries:
        names = (path, *(pathlib.Path(str(path)[4:]),) * str(path).startswith("/usr/"))
        found = subprocess.run(["dpkg", "-S", *map(str, names)], capture_output=True, text=True)
        packages.add(found.stdout.split(":")[0])
    for package in sorted(packages):
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text()
        (folder / f"{package}.txt").write_text(text)
    shutil.copy("/usr/share/common-licenses/Apache-2.0", folder / "Apache-2.0.txt")


def write_tarball(tree: pathlib.Path, out: pathlib.Path, name: str):
    def plain(info):
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        return info
    with tarfile.open(out / f"{name}.tar.gz", "w:gz", compresslevel=9) as tar:
        tar.add(tree, name, filter=plain)


def wheel_files(tree: pathlib.Path, version: str):
    """(path in the wheel, bytes, whether it is a program)"""
    data, info = f"rille-{version}.data", f"rille-{version}.dist-info"
    yield f"{data}/scripts/rille", (tree / "bin/rille").read_bytes(), True
    for path in sorted((tree / "lib/rille").iterdir()):
        yield f"{data}/data/lib/rille/{path.name}", path.read_bytes(), True
    for part in ("share/man", "share/bash-completion", "share/zsh", "share/fish"):
        for path in sorted((tree / part).rglob("*")):
            if path.is_file():
                yield f"{data}/data/{path.relative_to(tree)}", path.read_bytes(), False
    with tempfile.TemporaryDirectory() as folder:
        said(tree / "bin/rille", "kernel", "install", "--prefix", folder)
        for path in sorted(pathlib.Path(folder).rglob("*.*")):
            text = path.read_bytes()
            if path.name == "kernel.json":
                spec = json.loads(text)
                spec["argv"] = ["python", "-m", "rille_kernel", "{connection_file}"]
                text = json.dumps(spec, indent=1).encode()
            yield f"{data}/data/{path.relative_to(folder)}", text, False
    yield "rille_kernel.py", KERNEL.encode(), False
    for path in sorted((tree / "share/doc/rille/licenses").iterdir()):
        yield f"{info}/licenses/{path.name}", path.read_bytes(), False
    yield f"{info}/licenses/LICENSE", (tree / "share/doc/rille/LICENSE").read_bytes(), False
    yield f"{info}/METADATA", (
        f"Metadata-Version: 2.1\nName: rille\nVersion: {version}\n"
        "Summary: a functional array language for machine learning\n"
        "License: Apache-2.0\nRequires-Python: >=3.8\n"
        "Provides-Extra: notebook\nRequires-Dist: pyzmq; extra == 'notebook'\n").encode(), False
    yield f"{info}/WHEEL", ("Wheel-Version: 1.0\nGenerator: rille\nRoot-Is-Purelib: false\n"
                            f"Tag: {TAG}\n").encode(), False


def write_wheel(tree: pathlib.Path, out: pathlib.Path, version: str):
    record = f"rille-{version}.dist-info/RECORD"
    with zipfile.ZipFile(out / f"rille-{version}-{TAG}.whl", "w", zipfile.ZIP_DEFLATED,
                         compresslevel=9) as wheel:
        rows = []
        for path, content, is_program in wheel_files(tree, version):
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            rows.append(f"{path},sha256={digest},{len(content)}")
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
        rows.append(f"{record},,")
        wheel.writestr(zipfile.ZipInfo(record, (1980, 1, 1, 0, 0, 0)), "\n".join(rows) + "\n")


def main(build: pathlib.Path, out: pathlib.Path):
    cache = (build / "CMakeCache.txt").read_text()
    version = re.search(r"^CMAKE_PROJECT_VERSION:STATIC=(.*)$", cache, re.M)[1]
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        name = f"rille-{version}-linux-x86_64"
        tree = pathlib.Path(folder) / name
        said("cmake", "--install", build, "--prefix", tree, "--strip")
        take_generator(build, tree)
        licenses(tree, carry(tree))
        write_tarball(tree, out, name)
        write_wheel(tree, out, version)


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
