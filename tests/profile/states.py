"""Two threads of States, one of which records a profile. usage: tests/profile/states.py LIBRARY DIR

Loads librille.so. The States run states_first.rille and states_second.rille at the same time.
"""
import ctypes
import pathlib
import sys
import threading

PROGRAMS = pathlib.Path(__file__).parent / "programs"
GRANTS = 1 | 2 | 8  # print, files, and the clock


class StateOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("user", ctypes.c_void_p), ("grants", ctypes.c_uint32),
                ("flags", ctypes.c_uint32), ("root", ctypes.c_char_p), ("limits", ctypes.c_void_p),
                ("write", ctypes.c_void_p), ("find_module", ctypes.c_void_p)]


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        for name, kinds in {"rille_engine_new": 2, "rille_state_new": 3, "rille_load": 5,
                            "rille_eval": 4}.items():
            function = getattr(self.c, name)
            function.restype = ctypes.c_void_p
            function.argtypes = [ctypes.c_void_p] * kinds
        self.c.rille_load.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p,
                                      ctypes.c_size_t, ctypes.c_void_p]
        self.c.rille_eval.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t,
                                      ctypes.c_void_p]
        self.c.rille_error_rendered.restype = ctypes.c_char_p
        self.c.rille_error_rendered.argtypes = [ctypes.c_void_p]

    def need(self, error):
        if error:
            raise RuntimeError(self.c.rille_error_rendered(error).decode())

    def made(self, function, *args):
        out = ctypes.c_void_p()
        self.need(function(*args, ctypes.byref(out)))
        return out

    def state(self, engine):
        options = StateOptions(size=ctypes.sizeof(StateOptions), grants=GRANTS)
        return self.made(self.c.rille_state_new, engine, ctypes.byref(options))

    def load(self, state, path):
        text = path.read_bytes()
        self.made(self.c.rille_load, state, str(path).encode(), text, len(text))

    def evaluate(self, state, text):
        code = text.encode()
        self.made(self.c.rille_eval, state, code, len(code))


def main(path, folder):
    library, failed = Library(path), []
    engine = library.made(library.c.rille_engine_new, None)
    meeting = threading.Barrier(2, timeout=600)  # a guard against hangs

    def run(name, records):
        try:
            state = library.state(engine)
            if records:
                library.evaluate(state, f'profile.start("{folder}")')
            meeting.wait()
            library.load(state, PROGRAMS / name)
            meeting.wait()
            if records:
                library.evaluate(state, "profile.stop()")
        except Exception as error:
            failed.append(f"{name}: {error}")
            meeting.abort()

    threads = [threading.Thread(target=run, args=args)
               for args in (("states_first.rille", True), ("states_second.rille", False))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("\n".join(failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
