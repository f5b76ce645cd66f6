"""Property-based test: a save that is killed at any moment leaves the old file or the new one, and
at most one temporary file next to it, which the next save to this path removes.
"""
import os
import shutil
import subprocess
import time

from law import RILLE, SANITIZED, Law

law = Law(__doc__)


def run(code):
    """The output of the program, including errors."""
    done = subprocess.run([RILLE, "-e", code], capture_output=True, timeout=300, check=False)
    return done.stdout + done.stderr


def others(folder, path):
    return [name for name in os.listdir(folder) if name != path.name]


def is_whole_after_kills():
    path = law.folder / "killed.safetensors"
    body = "for i in 0..100000 { ckpt.save(\"PATH\", (x = float(i) * ones(200000), i = i)) }"
    run(f'ckpt.save("{path}", (x = zeros(200000), i = 0))')
    for _ in range(law.count(12)):
        process = subprocess.Popen([RILLE, "-e", body.replace("PATH", str(path))],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.05 + law.random.random() * 0.1)
        process.kill()
        process.wait()
        said = run(f'let c = ckpt.load("{path}"); print(all(c.x == c.i))')
        law.expect(said == b"true\n", "after a kill the file is whole", said[:300])
    left = others(law.folder, path)
    law.expect(len(left) <= 1, "kills leave no files behind", f"{left}")


def removes_what_kills_left():
    """Killed when the finished file is renamed to the path."""
    folder = law.folder / "orphans"
    folder.mkdir()
    path = folder / "killed.safetensors"
    save = f'ckpt.save("{path}", (x = ones(3), i = 1))'
    run(save)
    calls = "renameat,renameat2,rename"
    for _ in range(3):
        subprocess.run(["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e",
                        f"inject={calls}:error=EINTR:signal=KILL", RILLE, "-e", save],
                       capture_output=True, check=False, timeout=300)
        left = others(folder, path)
        law.expect(len(left) == 1, "one file is left by kills at the last moment", f"{left}")
    run(save)
    left = others(folder, path)
    law.expect(left == [], "the next save removes what kills left", f"{left}")


is_whole_after_kills()
if shutil.which("strace") and not SANITIZED:
    removes_what_kills_left()
law.done()
