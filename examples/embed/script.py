"""Calls Rille from Python with ctypes. usage: script.py librille.so"""
import ctypes
import sys

lib = ctypes.CDLL(sys.argv[1])
pointer, text = ctypes.c_void_p, ctypes.c_char_p
WRITE = ctypes.CFUNCTYPE(None, pointer, pointer, ctypes.c_size_t)


class Limits(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("memory_bytes", ctypes.c_int64),
                ("wall_s", ctypes.c_double), ("cpu_s", ctypes.c_double),
                ("output_bytes", ctypes.c_int64), ("depth", ctypes.c_int64),
                ("trace_nodes", ctypes.c_int64), ("compile_s", ctypes.c_double)]


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("user", pointer), ("grants", ctypes.c_uint32),
                ("flags", ctypes.c_uint32), ("root", text), ("limits", ctypes.POINTER(Limits)),
                ("write", WRITE), ("find_module", pointer)]


class Array(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("dtype", ctypes.c_int), ("rank", ctypes.c_int32),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("data", pointer),
                ("bytes", ctypes.c_size_t)]


F32, GRANT_PRINT = 15, 1
for name in ["engine_new", "state_new", "load", "get", "call", "array_copy", "to_array"]:
    getattr(lib, "rille_" + name).restype = pointer  # an error, or None
for name in ["kind", "message", "rendered"]:
    getattr(lib, "rille_error_" + name).restype = text
for name in ["error_free", "engine_free", "state_free", "module_free", "value_free"]:
    getattr(lib, "rille_" + name).argtypes = [pointer]


def checked(error):
    if error:
        shown = lib.rille_error_rendered(pointer(error)).decode()
        lib.rille_error_free(error)
        raise RuntimeError(shown)


def made(function, *args):
    out = pointer()
    checked(function(*args, ctypes.byref(out)))
    return out


@WRITE
def write(_, data, size):
    print("script:", ctypes.string_at(data, size).decode(), end="", flush=True)


def array(numbers):
    data = (ctypes.c_float * len(numbers))(*numbers)
    shape = (ctypes.c_int64 * 1)(len(numbers))
    return made(lib.rille_array_copy, F32, 1, shape, data)


def numbers(value):
    out = Array(size=ctypes.sizeof(Array))
    checked(lib.rille_to_array(value, ctypes.byref(out)))
    return ctypes.cast(out.data, ctypes.POINTER(ctypes.c_float))[:out.bytes // 4]


script = b"""
fn loss(x) = sum((x - 1) ^ 2)
let slope = jit(grad(loss))
proc step(x: f32[n]) { print("{n} numbers"); x - 0.25 * slope(x) }
"""
engine = made(lib.rille_engine_new, None)
limits = Limits(size=ctypes.sizeof(Limits), wall_s=10.0)
options = Options(size=ctypes.sizeof(Options), grants=GRANT_PRINT,
                  limits=ctypes.pointer(limits), write=write)
state = made(lib.rille_state_new, engine, ctypes.byref(options))
module = made(lib.rille_load, state, b"script.rille", script, ctypes.c_size_t(len(script)))
step = made(lib.rille_get, module, b"step")

x = array([3.0, -1.0, 1.0])
for _ in range(2):
    args = (pointer * 1)(x)
    after = made(lib.rille_call, state, step, args, ctypes.c_size_t(1))
    lib.rille_value_free(x)
    x = after
print(numbers(x))
try:
    made(lib.rille_get, module, b"stop")
except RuntimeError as error:
    print(error)
for free, handle in [(lib.rille_value_free, x), (lib.rille_value_free, step),
                     (lib.rille_module_free, module), (lib.rille_state_free, state),
                     (lib.rille_engine_free, engine)]:
    free(handle)
