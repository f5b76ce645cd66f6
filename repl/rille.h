// rille.h: Rille inside of another program, in C.
//
// RULES
//   Errors     A call that can fail gives NULL, or an error that the caller frees. Nothing is
//   thrown,
//              nothing is printed, and what `out` points to is written where the call succeeded.
//   Handles    Each rille_*_free takes NULL as well. What a call gives to `out` is the caller's to
//              free; arguments stay the caller's. Texts of C are UTF-8; those with a number of
//              bytes beside them need no 0 at the end.
//   Threads    An engine may be used by any threads at once, and so may values: they never change,
//              functions among them excepted, which are their state's. A state is used by one
//              thread at a time, today this one, tomorrow another; a second one that comes
//              meanwhile is told so by an error of the kind "misuse". Only rille_interrupt may come
//              at any time.
//   Process    No handler of a signal is set, unless a state is made with RILLE_STOP_SIGNAL; no
//              locale, no standard stream is touched. The process has one pool of threads for
//              kernels and one store of compiled code, which all engines share.
//   Growth     Structs begin with their size, as the program knew it when it was compiled: fields
//              that a later version adds count as 0 where the program knew none. Functions stay.
#ifndef RILLE_H
#define RILLE_H

#include <stddef.h>
#include <stdint.h>

// NOLINTBEGIN(modernize-use-using, readability-identifier-naming): this is C
#ifdef __cplusplus
extern "C" {
#endif

#define RILLE_API __attribute__((visibility("default")))

// The version of this interface. What is compiled with one runs with a library of the same one.
#define RILLE_ABI 1
RILLE_API uint32_t rille_abi(void);
RILLE_API const char* rille_version(void);  // of the library: "0.1.0"; lives for ever

typedef struct rille_engine rille_engine;
typedef struct rille_state rille_state;
typedef struct rille_module rille_module;
typedef struct rille_value rille_value;
typedef struct rille_error rille_error;

// ---- Errors: what went wrong, as a value. Its texts live as long as it does.

// "shape", "limit", "interrupt", …: the kinds of the language (docs/errors), or "misuse" for what
// no script has done wrong but the program: a wrong thread, a wrong kind of value, a NULL.
RILLE_API const char* rille_error_kind(const rille_error* error);
RILLE_API const char* rille_error_message(const rille_error* error);  // one line
RILLE_API const char* rille_error_help(const rille_error* error);     // the way out; "" where none
RILLE_API const char* rille_error_file(const rille_error* error);  // of the script; "" where none
RILLE_API int32_t rille_error_line(const rille_error* error);      // from 1; 0 where none
RILLE_API int32_t rille_error_column(const rille_error* error);    // from 1, in characters
// The whole, as a terminal shows it: the line, carets, notes, help; of a text with several faults
// all of them.
RILLE_API const char* rille_error_rendered(const rille_error* error);
RILLE_API void rille_error_free(rille_error* error);
// For functions of the host: an error for the script that calls. `kind` is one of the language's.
RILLE_API rille_error* rille_error_new(const char* kind, const char* message);

// ---- Engine: what the states of a program share.

typedef struct rille_engine_options {
  size_t size;
  int32_t threads;      // that kernels use, of the whole process; 0: all cores, or RILLE_THREADS
  const char* plugins;  // folder of librille-llvm.so and its like; NULL: beside this library
  const char* cache;    // folder of compiled code; NULL: RILLE_CACHE, or ~/.cache/rille; "": none
} rille_engine_options;
#define RILLE_ENGINE_OPTIONS {sizeof(rille_engine_options), 0, NULL, NULL}

// NULL options are RILLE_ENGINE_OPTIONS. `plugins` and `cache` are the first engine's.
RILLE_API rille_error* rille_engine_new(const rille_engine_options* options, rille_engine** out);
// States that it has keep it as long as they need it.
RILLE_API void rille_engine_free(rille_engine* engine);

// ---- State: an interpreter with its modules.

// What a script may reach. Paths are the system's; links are followed before they are judged.
enum {
  RILLE_GRANT_PRINT = 1,         // print: goes to `write`
  RILLE_GRANT_FILES = 2,         // below `root`; imports of files as well
  RILLE_GRANT_NET = 4,           // https://, s3://, gs:// as paths
  RILLE_GRANT_CLOCK = 8,         // io.now, io.time, io.progress
  RILLE_GRANT_ENVIRONMENT = 16,  // io.env
  RILLE_GRANT_INPUT = 32         // standard input
};

enum {
  // Stops reach loops of scripts by a real-time signal, whose handler the library then sets: limits
  // cost nothing. Without it a script looks by itself at each step, and takes about twice as long
  // where it loops in its own code; kernels do not.
  RILLE_STOP_SIGNAL = 1
};

// 0: no limit. Each gives an error of the kind "limit" (memory: "memory") that says which; the
// state goes on. All but memory and depth are counted anew for each call from outside.
typedef struct rille_limits {
  size_t size;
  int64_t memory_bytes;  // of the state: its arrays and all else
  double wall_s;
  double cpu_s;  // of the thread that calls; kernels' other threads are not in it
  int64_t output_bytes;
  int64_t depth;        // calls that are open; 0: 200,000
  int64_t trace_nodes;  // operations that jit, grad and vmap record
  double compile_s;     // waits for machine code
} rille_limits;
#define RILLE_LIMITS {sizeof(rille_limits), 0, 0, 0, 0, 0, 0, 0}

typedef struct rille_state_options {
  size_t size;
  void* user;                  // handed to the functions below
  uint32_t grants;             // RILLE_GRANT_…; 0: nothing but to compute
  uint32_t flags;              // RILLE_STOP_SIGNAL
  const char* root;            // of RILLE_GRANT_FILES; NULL: anywhere
  const rille_limits* limits;  // copied; NULL: none
  // What a script prints, on the thread that calls. NULL: it is lost.
  void (*write)(void* user, const char* text, size_t bytes);
  // The text of the module that `import NAME` names: calls rille_found once, or does not where
  // there is none. It may not call into the state. NULL: modules are files.
  void (*find_module)(void* user, const char* name, void* to);
} rille_state_options;
#define RILLE_STATE_OPTIONS {sizeof(rille_state_options), NULL, 0, 0, NULL, NULL, NULL, NULL}

RILLE_API rille_error* rille_state_new(rille_engine* engine, const rille_state_options* options,
                                       rille_state** out);
// It goes when nothing runs in it any more and its modules are freed; what runs is stopped. Its
// functions cannot be called from then on; its other values stay.
RILLE_API void rille_state_free(rille_state* state);
// From any thread, not from a handler of a signal: what runs ends with error[interrupt], which no
// script catches, or, where nothing runs, the next call does. NULL: "stopped".
RILLE_API void rille_interrupt(rille_state* state, const char* reason);
// From the next call on.
RILLE_API rille_error* rille_set_limits(rille_state* state, const rille_limits* limits);
RILLE_API int64_t rille_memory_used(rille_state* state);  // bytes, now; 0 while another thread runs
// Waits for checkpoints that are still being written; what went wrong with them.
RILLE_API rille_error* rille_finish(rille_state* state);
// For find_module.
RILLE_API void rille_found(void* to, const char* text, size_t bytes);

// ---- Modules: texts that have run.

// Runs a text to its end; `name` stands in its errors. The module has all names of its top level.
RILLE_API rille_error* rille_load(rille_state* state, const char* name, const char* text,
                                  size_t bytes, rille_module** out);
// What stands for a name; an error of the kind "name" where nothing does.
RILLE_API rille_error* rille_get(rille_module* module, const char* name, rille_value** out);
// The module's functions that somebody holds stay.
RILLE_API void rille_module_free(rille_module* module);
// One line at a prompt of the state: what it binds later lines see. Its value; nil for a statement.
RILLE_API rille_error* rille_eval(rille_state* state, const char* text, size_t bytes,
                                  rille_value** out);

// ---- Values.

typedef enum rille_kind {
  RILLE_NIL,
  RILLE_BOOL,
  RILLE_INT,
  RILLE_FLOAT,
  RILLE_STRING,
  RILLE_ARRAY,
  RILLE_TUPLE,
  RILLE_RECORD,
  RILLE_DICT,
  RILLE_FUNCTION,
  RILLE_OTHER
} rille_kind;

typedef enum rille_dtype {
  RILLE_BOOLEAN,
  RILLE_I4,
  RILLE_I8,
  RILLE_I16,
  RILLE_I32,
  RILLE_I64,
  RILLE_U4,
  RILLE_U8,
  RILLE_U16,
  RILLE_U32,
  RILLE_U64,
  RILLE_F8E4M3,
  RILLE_F8E5M2,
  RILLE_F16,
  RILLE_BF16,
  RILLE_F32,
  RILLE_F64,
  RILLE_C64,
  RILLE_C128,
  RILLE_KEY
} rille_dtype;

typedef struct rille_array {  // elements row-major; i4 and u4 take a byte
  size_t size;
  rille_dtype dtype;
  int32_t rank;
  const int64_t* shape;  // `rank` numbers
  const void* data;      // to be read alone; lives as long as the value
  size_t bytes;
} rille_array;
#define RILLE_ARRAY_INIT {sizeof(rille_array), RILLE_F32, 0, NULL, NULL, 0}

RILLE_API rille_kind rille_kind_of(const rille_value* value);
RILLE_API rille_value* rille_copy(const rille_value* value);  // another handle to the same
RILLE_API void rille_value_free(rille_value* value);          // on any thread
// As print shows it; freed by rille_text_free. NULL where there is no memory.
RILLE_API char* rille_text(const rille_value* value);
RILLE_API void rille_text_free(char* text);

// To C. A value of another kind is an error of the kind "type". Numbers: also arrays of one
// element.
RILLE_API rille_error* rille_to_bool(const rille_value* value, int* out);
RILLE_API rille_error* rille_to_int(const rille_value* value, int64_t* out);
RILLE_API rille_error* rille_to_float(const rille_value* value, double* out);
// Lives as long as the value.
RILLE_API rille_error* rille_to_string(const rille_value* value, const char** text, size_t* bytes);
// Of an array; numbers count as arrays without axes. Waits until the elements are there.
RILLE_API rille_error* rille_to_array(const rille_value* value, rille_array* out);
// Of a tuple, record or dict. Records are sorted by name; dicts are in the order they came.
RILLE_API size_t rille_count(const rille_value* value);  // 0 for all else
RILLE_API rille_error* rille_item(const rille_value* value, size_t at, rille_value** out);
RILLE_API rille_error* rille_field(const rille_value* value, const char* name, rille_value** out);
// The name of an item: of records and dicts with keys that are strings; "" for others.
RILLE_API const char* rille_name(const rille_value* value, size_t at);

// From C. NULL where there is no memory, or where an argument is wrong: a count below 0.
RILLE_API rille_value* rille_nil(void);
RILLE_API rille_value* rille_bool(int value);
RILLE_API rille_value* rille_int(int64_t value);
RILLE_API rille_value* rille_float(double value);
RILLE_API rille_error* rille_string(const char* text, size_t bytes, rille_value** out);
RILLE_API rille_error* rille_tuple(const rille_value* const* items, size_t count,
                                   rille_value** out);
// Names are UTF-8, each given once; otherwise it is misuse, as it is of rille_dict and of
// rille_call_named.
RILLE_API rille_error* rille_record(rille_state* state, const char* const* names,
                                    const rille_value* const* items, size_t count,
                                    rille_value** out);
RILLE_API rille_error* rille_dict(const char* const* keys, const rille_value* const* items,
                                  size_t count, rille_value** out);
// `data` is copied; NULL: zeros. Bools are bytes, of which all but 0 are true; i4 and u4 take a
// byte an element, and one that 4 bits do not hold is misuse. So it is of views and of DLPack,
// where memory with other bools than 0 and 1 is copied.
RILLE_API rille_error* rille_array_copy(rille_dtype dtype, int32_t rank, const int64_t* shape,
                                        const void* data, rille_value** out);
// `data` is used where it stands, and never written; it may not change while the value, or what a
// script made of it without copying, lives. Then `release` is called, by whichever thread is in a
// call of this interface next. It needs no particular alignment beyond its elements'.
RILLE_API rille_error* rille_array_view(rille_dtype dtype, int32_t rank, const int64_t* shape,
                                        const void* data, void (*release)(void* user), void* user,
                                        rille_value** out);

// DLPack, of the processor's memory. `versioned`: a DLManagedTensorVersioned (1.x), else a
// DLManagedTensor; the caller calls its deleter. No copy is made; the versioned form says that the
// elements are read-only, the other cannot: they are so nevertheless.
RILLE_API rille_error* rille_to_dlpack(const rille_value* value, int versioned, void** out);
// Takes over the tensor where it succeeds. One that says it is read-only is used where it stands;
// so is any with `adopt`, by which the caller promises not to write; others are copied, as are
// those whose elements stand in another order. Other devices and unknown elements are errors.
RILLE_API rille_error* rille_from_dlpack(void* tensor, int versioned, int adopt, rille_value** out);

// ---- Functions.

// Calls a function of the state; `out` is what it gives.
RILLE_API rille_error* rille_call(rille_state* state, const rille_value* function,
                                  const rille_value* const* args, size_t count, rille_value** out);
// The same of a function that changes its parameters: a tuple of what it gives and of their values
// afterwards, in their order.
RILLE_API rille_error* rille_call_all(rille_state* state, const rille_value* function,
                                      const rille_value* const* args, size_t count,
                                      rille_value** out);
// Arguments by name; what is left out takes its default.
RILLE_API rille_error* rille_call_named(rille_state* state, const rille_value* function,
                                        const char* const* names, const rille_value* const* args,
                                        size_t count, rille_value** out);

// A function of the host: gives NULL and a value, which becomes the library's, or an error, which
// does as well. It runs on the thread that called the state, and may call into it.
typedef rille_error* (*rille_function)(void* user, rille_state* state,
                                       const rille_value* const* args, size_t count,
                                       rille_value** out);
enum {
  RILLE_PROC = 0,  // touches the world: never within jit, grad, vmap
  // The same arguments give the same value. Within a transform it may be called with what is known
  // there; an argument that is traced is error[trace], since its value is not known.
  RILLE_PURE = 1
};
// What scripts that are loaded from now on find under a name: `signature` says what it takes and
// gives, as a script writes it: "rows(file: str, from: int = 0) -> f32[n, 4]"; arguments are
// checked by it, and fill in what is left out. `forget` is called with `user` when the state ends;
// or NULL.
RILLE_API rille_error* rille_define_function(rille_state* state, const char* signature, int purity,
                                             rille_function function, void* user,
                                             void (*forget)(void* user));
// The same for a value. A name is defined once; those of the language's functions cannot be.
RILLE_API rille_error* rille_define(rille_state* state, const char* name, const rille_value* value);

#ifdef __cplusplus
}
#endif

// NOLINTEND(modernize-use-using, readability-identifier-naming)

#endif
