// rille.h: the C interface for embedding Rille in a program.
//
// RULES
//   Errors     A call that can fail returns NULL on success, or an error that the caller frees. No
//              call throws an exception or prints. `*out` is written only on success.
//   Handles    The caller owns every handle that a call writes to `out`, and frees it. Arguments
//              remain the property of the caller. Every rille_*_free accepts NULL. Strings are
//              UTF-8; a string that is passed with its number of bytes needs no terminating 0.
//   Threads    Any number of threads may use an engine at the same time. Values are immutable, and
//              any number of threads may use them; function values belong to their state. A state
//              may be used by any thread, but only by one at a time: a call from a second thread
//              returns an error of the kind "misuse". Only rille_interrupt may be called at any
//              time.
//   Process    The library installs no signal handler, unless a state has RILLE_STOP_SIGNAL. It
//              does not change the locale or use the standard streams. All engines of a process
//              share one thread pool for kernels and one store of compiled code.
//   Versions   Each struct begins with its size at the time the program was compiled. Fields that a
//              later version adds are 0 for a program that does not have them. Functions are never
//              removed.
#ifndef RILLE_H
#define RILLE_H

#include <stddef.h>
#include <stdint.h>

// NOLINTBEGIN(modernize-use-using, readability-identifier-naming): this is C
#ifdef __cplusplus
extern "C" {
#endif

#define RILLE_API __attribute__((visibility("default")))

// The version of the binary interface. A program must run with a library of the same version.
#define RILLE_ABI 1
RILLE_API uint32_t rille_abi(void);
// Returns the version of the library, such as "0.1.0". The string is never freed.
RILLE_API const char* rille_version(void);

typedef struct rille_engine rille_engine;
typedef struct rille_state rille_state;
typedef struct rille_module rille_module;
typedef struct rille_value rille_value;
typedef struct rille_error rille_error;

// ---- Errors. The strings of an error live as long as the error.

// Returns the kind: one of the language ("shape", "limit", "interrupt", …; see docs/errors), or
// "misuse" for a mistake of the program: a wrong thread, a wrong type of value, or a NULL.
RILLE_API const char* rille_error_kind(const rille_error* error);
RILLE_API const char* rille_error_message(const rille_error* error);  // one line
RILLE_API const char* rille_error_help(const rille_error* error);     // a way to fix it, or ""
RILLE_API const char* rille_error_file(const rille_error* error);     // name of the source, or ""
RILLE_API int32_t rille_error_line(const rille_error* error);         // from 1; 0 if unknown
RILLE_API int32_t
rille_error_column(const rille_error* error);  // from 1, in characters; 0 if unknown
// Returns the error as a terminal shows it, with the source line, carets, notes, and help. If a
// text has several errors, returns all of them.
RILLE_API const char* rille_error_rendered(const rille_error* error);
RILLE_API void rille_error_free(rille_error* error);
// Creates an error that a host function returns to the calling script. `kind` is a kind of the
// language; a script sees any other kind as "value".
RILLE_API rille_error* rille_error_new(const char* kind, const char* message);

// ---- Engine: the resources that the states of a program share.

typedef struct rille_engine_options {
  size_t size;
  // Number of threads for kernels in the whole process. 0 is RILLE_THREADS, or one per core.
  int32_t threads;
  // Directory of the plugins, such as librille-llvm.so. NULL is the directory of this library.
  const char* plugins;
  // Directory of the cache of compiled code. NULL means RILLE_CACHE, or ~/.cache/rille; "" means no
  // cache.
  const char* cache;
} rille_engine_options;
#define RILLE_ENGINE_OPTIONS {sizeof(rille_engine_options), 0, NULL, NULL}

// Creates an engine. NULL options are RILLE_ENGINE_OPTIONS. The `plugins` and `cache` of the first
// engine apply to the whole process.
RILLE_API rille_error* rille_engine_new(const rille_engine_options* options, rille_engine** out);
// Frees the handle. States keep the engine alive as long as they need it.
RILLE_API void rille_engine_free(rille_engine* engine);

// ---- State: an interpreter with its modules.

// What a script may access. Links in paths are resolved before access is checked.
enum {
  RILLE_GRANT_PRINT = 1,         // print, which calls `write`
  RILLE_GRANT_FILES = 2,         // files below `root`, and imports of files
  RILLE_GRANT_NET = 4,           // paths that begin with https://, s3://, or gs://
  RILLE_GRANT_CLOCK = 8,         // io.now, io.monotonic, io.progress
  RILLE_GRANT_ENVIRONMENT = 16,  // io.env
  RILLE_GRANT_INPUT = 32         // standard input
};

enum {
  // Interrupts and limits stop the loops of scripts by a real-time signal, for which the library
  // installs a handler. Limits then have no cost. Without this flag, a script polls at each step,
  // and loops in its own code take about twice as long; kernels are not slower.
  RILLE_STOP_SIGNAL = 1
};

// Limits; 0 means no limit, or the default of `depth`. A call that exceeds a limit returns an error
// of the kind "limit" ("memory" for memory_bytes) that names the limit, and the state remains
// usable. Time, output, trace nodes, and compile time count separately for each call from outside.
typedef struct rille_limits {
  size_t size;
  int64_t memory_bytes;  // all memory of the state, including its arrays
  double wall_s;         // elapsed time, in seconds
  double cpu_s;          // CPU time of the calling thread, without other threads of kernels
  int64_t output_bytes;  // printed bytes
  int64_t depth;         // nested calls; 0 is 200,000
  int64_t trace_nodes;   // operations recorded by jit, grad, and vmap
  double compile_s;      // time spent waiting for compiled code, in seconds
} rille_limits;
#define RILLE_LIMITS {sizeof(rille_limits), 0, 0, 0, 0, 0, 0, 0}

typedef struct rille_state_options {
  size_t size;
  void* user;                  // passed to `write` and `find_module`
  uint32_t grants;             // RILLE_GRANT_… flags; with 0, a script can only compute
  uint32_t flags;              // RILLE_STOP_SIGNAL or 0
  const char* root;            // the directory of RILLE_GRANT_FILES; NULL is any directory
  const rille_limits* limits;  // copied by rille_state_new; NULL means no limits
  // Receives the text that a script prints, on the thread that called the state. If NULL, the text
  // is discarded.
  void (*write)(void* user, const char* text, size_t bytes);
  // Provides the text of the module NAME of `import NAME`, by one call of rille_found(to, …); makes
  // no such call if the module does not exist. It must not call into the state. If NULL, imports
  // read files.
  void (*find_module)(void* user, const char* name, void* to);
} rille_state_options;
#define RILLE_STATE_OPTIONS {sizeof(rille_state_options), NULL, 0, 0, NULL, NULL, NULL, NULL}

// Creates a state. NULL options are RILLE_STATE_OPTIONS.
RILLE_API rille_error* rille_state_new(rille_engine* engine, const rille_state_options* options,
                                       rille_state** out);
// Frees the handle, and interrupts a call that runs in the state. The state ends after its last
// call has returned and its last module has been freed. Its functions cannot be called after that;
// its other values remain valid.
RILLE_API void rille_state_free(rille_state* state);
// Interrupts the running call, or the next call if none runs. The call returns an error of the kind
// "interrupt", which no script can catch. May be called from any thread, but not from a signal
// handler. A NULL reason is "stopped".
RILLE_API void rille_interrupt(rille_state* state, const char* reason);
// Sets the limits for all further calls. NULL means no limits.
RILLE_API rille_error* rille_set_limits(rille_state* state, const rille_limits* limits);
// Returns the bytes that the state uses now, or 0 while another thread uses the state.
RILLE_API int64_t rille_memory_used(rille_state* state);
// Waits until all checkpoints are written. Returns the first error of writing them.
RILLE_API rille_error* rille_finish(rille_state* state);
// Returns the text of a module from find_module. The text is copied.
RILLE_API void rille_found(void* to, const char* text, size_t bytes);

// ---- Modules: texts that have run.

// Runs a text. Errors show `name` as the name of the source. The module has all top-level names of
// the text. The caller frees the module.
RILLE_API rille_error* rille_load(rille_state* state, const char* name, const char* text,
                                  size_t bytes, rille_module** out);
// Returns the value of a top-level name, or an error of the kind "name" if the module does not have
// the name or its value is nil.
RILLE_API rille_error* rille_get(rille_module* module, const char* name, rille_value** out);
// Frees the module. Functions of the module that are still referenced remain valid.
RILLE_API void rille_module_free(rille_module* module);
// Runs one cell at the prompt of the state. Further cells can use the names that it binds. `*out`
// is the value of the cell, or nil if the cell ends in a statement.
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

typedef struct rille_array {
  size_t size;
  rille_dtype dtype;
  int32_t rank;
  const int64_t* shape;  // `rank` sizes; valid as long as the value
  const void* data;      // row-major, read-only, valid as long as the value; i4 and u4 take a byte
  size_t bytes;          // size of the data
} rille_array;
#define RILLE_ARRAY_INIT {sizeof(rille_array), RILLE_F32, 0, NULL, NULL, 0}

// Returns the kind of a value; RILLE_NIL for NULL.
RILLE_API rille_kind rille_kind_of(const rille_value* value);
// Returns a second handle to the same value, or NULL if out of memory.
RILLE_API rille_value* rille_copy(const rille_value* value);
// Frees a handle. May be called from any thread.
RILLE_API void rille_value_free(rille_value* value);
// Returns the value as `print` shows it, or NULL if out of memory. Free it by rille_text_free.
RILLE_API char* rille_text(const rille_value* value);
RILLE_API void rille_text_free(char* text);

// Conversions to C. A value of another type is an error of the kind "type". An array with one
// element converts like a number.
RILLE_API rille_error* rille_to_bool(const rille_value* value, int* out);
RILLE_API rille_error* rille_to_int(const rille_value* value, int64_t* out);
RILLE_API rille_error* rille_to_float(const rille_value* value, double* out);
// Returns the bytes of a string. They are valid as long as the value. `bytes` may be NULL.
RILLE_API rille_error* rille_to_string(const rille_value* value, const char** text, size_t* bytes);
// Describes an array, or a number as an array without axes. Waits until the elements are computed.
// out->size must be set; RILLE_ARRAY_INIT does that.
RILLE_API rille_error* rille_to_array(const rille_value* value, rille_array* out);
// Items of a tuple, record, or dict. Fields of records are sorted by name; entries of dicts are in
// insertion order. The count of any other value is 0. An item that does not exist is an error of
// the kind "index", and a field that does not exist is an error of the kind "name".
RILLE_API size_t rille_count(const rille_value* value);
RILLE_API rille_error* rille_item(const rille_value* value, size_t at, rille_value** out);
RILLE_API rille_error* rille_field(const rille_value* value, const char* name, rille_value** out);
// Returns the name of an item of a record, or of a dict whose keys are strings; otherwise "".
RILLE_API const char* rille_name(const rille_value* value, size_t at);

// Conversions from C. The first four return NULL if out of memory.
RILLE_API rille_value* rille_nil(void);
RILLE_API rille_value* rille_bool(int value);
RILLE_API rille_value* rille_int(int64_t value);
RILLE_API rille_value* rille_float(double value);
RILLE_API rille_error* rille_string(const char* text, size_t bytes, rille_value** out);
RILLE_API rille_error* rille_tuple(const rille_value* const* items, size_t count,
                                   rille_value** out);
// The names of records, dicts, and rille_call_named must be UTF-8 and unique; otherwise, the call
// returns an error of the kind "misuse".
RILLE_API rille_error* rille_record(rille_state* state, const char* const* names,
                                    const rille_value* const* items, size_t count,
                                    rille_value** out);
RILLE_API rille_error* rille_dict(const char* const* keys, const rille_value* const* items,
                                  size_t count, rille_value** out);
// Creates an array with a copy of `data`, or with zeros if `data` is NULL. Each bool, i4, and u4
// takes a byte. A bool byte other than 0 is true. An i4 or u4 that is out of range is an error of
// the kind "misuse", here and for views and DLPack.
RILLE_API rille_error* rille_array_copy(rille_dtype dtype, int32_t rank, const int64_t* shape,
                                        const void* data, rille_value** out);
// Creates an array that uses `data` without a copy and without writing to it. `data` must not
// change as long as the value, or another value that shares its memory, exists. After that,
// `release` is called with `user`, on a thread that is in a call of this interface. `release` may
// be NULL. `data` must have the alignment of its elements. Small arrays, and bools other than 0 and
// 1, are copied, and `release` is called at once.
RILLE_API rille_error* rille_array_view(rille_dtype dtype, int32_t rank, const int64_t* shape,
                                        const void* data, void (*release)(void* user), void* user,
                                        rille_value** out);

// Exports an array of host memory as a DLPack tensor without a copy: a DLManagedTensorVersioned
// (1.x) if `versioned` is not 0, or a DLManagedTensor. The caller calls its deleter. The elements
// are read-only; only the versioned form has a flag that says so.
RILLE_API rille_error* rille_to_dlpack(const rille_value* value, int versioned, void** out);
// Imports a DLPack tensor, and takes ownership of it on success. A row-major tensor is used without
// a copy if its read-only flag is set, or if `adopt` is not 0: the caller then promises not to
// write to it. Any other tensor is copied. Tensors on other devices or with unsupported element
// types are errors.
RILLE_API rille_error* rille_from_dlpack(void* tensor, int versioned, int adopt, rille_value** out);

// ---- Functions.

// Calls a function of the state with positional arguments. `*out` is its result.
RILLE_API rille_error* rille_call(rille_state* state, const rille_value* function,
                                  const rille_value* const* args, size_t count, rille_value** out);
// Calls a function with `inout` parameters. `*out` is a tuple of the result and the final values of
// these parameters, in their order.
RILLE_API rille_error* rille_call_all(rille_state* state, const rille_value* function,
                                      const rille_value* const* args, size_t count,
                                      rille_value** out);
// Calls a function with named arguments. Parameters without an argument have their defaults.
RILLE_API rille_error* rille_call_named(rille_state* state, const rille_value* function,
                                        const char* const* names, const rille_value* const* args,
                                        size_t count, rille_value** out);

// A host function. It returns NULL and writes a value to `*out`, or returns an error; the library
// takes ownership of either. It runs on the thread that called the state, and may call the state.
typedef rille_error* (*rille_function)(void* user, rille_state* state,
                                       const rille_value* const* args, size_t count,
                                       rille_value** out);
enum {
  RILLE_PROC = 0,  // has side effects: must not be called in jit, grad, or vmap
  // Equal arguments give equal results. In a transform, a call with static arguments runs at trace
  // time, and a traced argument is error[trace].
  RILLE_PURE = 1
};
// Defines a host function for all scripts that are loaded later. `signature` is a signature of the
// language, such as "rows(file: str, from: int = 0) -> f32[n, 4]". Arguments are checked against
// it, and missing arguments get their defaults. `forget` is called with `user` when the state ends;
// it may be NULL.
RILLE_API rille_error* rille_define_function(rille_state* state, const char* signature, int purity,
                                             rille_function function, void* user,
                                             void (*forget)(void* user));
// Defines a value for all scripts that are loaded later. A name can be defined once, and must not
// be a builtin name; otherwise, the call returns an error of the kind "name".
RILLE_API rille_error* rille_define(rille_state* state, const char* name, const rille_value* value);

#ifdef __cplusplus
}
#endif

// NOLINTEND(modernize-use-using, readability-identifier-naming)

#endif
