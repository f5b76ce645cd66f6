// Engines and states of the C interface.
#include <algorithm>
#include <cstring>

#include "backends/backend.h"
#include "backends/cache.h"
#include "jit/plugin.h"
#include "repl/embed/handles.h"
#include "stdlib/ckpt.h"
#include "vm/run/grants.h"
#include "vm/run/signals.h"

namespace rille::embed {
namespace {

// Returns an address that is unique to the current thread.
const void* this_thread() {
  static thread_local const char here = 0;
  return &here;
}

// Copies the fields of an options struct that both versions have: the program may have been
// compiled with another version of rille.h.
template <class T>
T as_known(const T* options) {
  T out{};
  size_t known = std::min(options->size, sizeof(T));
  if (known < sizeof out.size) throw UsageError("the field `size` of an options struct is not set");
  std::memcpy(&out, options, known);
  return out;
}

Grants grants_of(const rille_state_options& options) {
  auto has = [&](uint32_t grant) { return (options.grants & grant) != 0; };
  Grants out;
  out.print = has(RILLE_GRANT_PRINT);
  out.files = has(RILLE_GRANT_FILES);
  if (options.root != nullptr && *options.root != '\0') out.paths = {{options.root}};
  out.net = has(RILLE_GRANT_NET);
  out.clock = has(RILLE_GRANT_CLOCK);
  out.environment = has(RILLE_GRANT_ENVIRONMENT);
  out.input = has(RILLE_GRANT_INPUT);
  out.process = false;
  return out;
}

Limits limits_of(const rille_limits* given) {
  if (given == nullptr) return {};
  rille_limits limits = as_known(given);
  Limits out;
  out.memory_bytes = limits.memory_bytes;
  out.wall_s = limits.wall_s;
  out.cpu_s = limits.cpu_s;
  out.output_bytes = limits.output_bytes;
  if (limits.depth != 0) {
    out.depth = static_cast<int>(std::clamp<int64_t>(limits.depth, -1, INT32_MAX));
  }
  out.trace_nodes = limits.trace_nodes;
  out.compile_s = limits.compile_s;
  return out;
}

void drop(rille_engine* engine) {
  if (engine == nullptr || engine->holds.fetch_sub(1) != 1) return;
  finish_compiles();  // after the last engine, resources of compiling threads may disappear
  delete engine;
}

// Returns the text of a module from the host, or nullopt.
std::optional<std::string> asked(const rille_state& state, const std::string& name) {
  std::optional<std::string> out;
  if (state.find_module != nullptr) state.find_module(state.user, name.c_str(), &out);
  return out;
}

void prepare(rille_state& made, const rille_state_options& options) {
  made.user = options.user;
  made.write = options.write;
  made.find_module = options.find_module;
  rille_state* state = &made;
  bool signals = (options.flags & RILLE_STOP_SIGNAL) != 0;
  std::optional<NoSignalsScope> without;
  if (!signals) without.emplace();
  made.interpreter = std::make_unique<Interpreter>([state](std::string_view text) {
    if (state->write != nullptr) state->write(state->user, text.data(), text.size());
  });
  bool has_files = (options.grants & RILLE_GRANT_FILES) != 0;
  if (options.find_module != nullptr || !has_files) {
    made.interpreter->find_modules(
        [state](const std::string& name) { return asked(*state, name); });
  }
  made.state().set_grants(grants_of(options));
  made.state().set_limits(limits_of(options.limits));
  made.state().stop_clock();
}

}  // namespace

void drop(rille_state* state) {
  if (state->holds.fetch_sub(1) != 1) return;
  rille_engine* engine = state->engine;
  delete state;
  drop(engine);
  sweep();
}

StateGuard::StateGuard(rille_state& state, CallKind does) : state_(state), runs_(false) {
  const void* nobody = nullptr;
  if (!state.owner.compare_exchange_strong(nobody, this_thread()) && nobody != this_thread()) {
    throw UsageError("the state is in use by another thread");
  }
  state.holds.fetch_add(1);
  if (state.depth++ == 0) sweep();
  if (does == CallKind::look) return;
  runs_ = state.runs++ == 0;
  if (runs_) state.state().start_clock();
}

StateGuard::~StateGuard() {
  rille_state* state = &state_;
  if (runs_) {
    state->state().stop_clock();
    state->state().resume();
    state->runs = 0;
  }
  if (--state->depth == 0) {
    state->owner.store(nullptr);
    sweep();
  }
  drop(state);
}

}  // namespace rille::embed

using namespace rille;         // NOLINT(google-build-using-namespace): this file's own
using namespace rille::embed;  // NOLINT(google-build-using-namespace)

extern "C" {

rille_error* rille_engine_new(const rille_engine_options* options, rille_engine** out) {
  return guarded([&] {
    given(out, "out");
    rille_engine_options none = RILLE_ENGINE_OPTIONS;
    rille_engine_options all = as_known(options == nullptr ? &none : options);
    if (all.threads < 0 || all.threads > 256) throw UsageError("`threads` must be 0 to 256");
    if (all.plugins != nullptr) set_plugin_folder(all.plugins);
    if (all.cache != nullptr) DiskCache::set_standard(all.cache);
    if (all.threads > 0) set_host_threads(all.threads);
    *out = new rille_engine;
  });
}

void rille_engine_free(rille_engine* engine) {
  drop(engine);
  sweep();
}

rille_error* rille_state_new(rille_engine* engine, const rille_state_options* options,
                             rille_state** out) {
  return guarded([&] {
    given(engine, "the engine");
    given(out, "out");
    rille_state_options none = RILLE_STATE_OPTIONS;
    auto made = std::make_unique<rille_state>();
    prepare(*made, as_known(options == nullptr ? &none : options));
    engine->holds.fetch_add(1);
    made->engine = engine;
    *out = made.release();
  });
}

void rille_state_free(rille_state* state) {
  if (state == nullptr) return;
  if (state->owner.load() != nullptr) state->state().interrupt("the state was freed");
  drop(state);
}

void rille_interrupt(rille_state* state, const char* reason) {
  if (state != nullptr) state->state().interrupt(reason == nullptr ? "stopped" : reason);
}

rille_error* rille_set_limits(rille_state* state, const rille_limits* limits) {
  return in_state(state, CallKind::look, [&](rille_state& in) {
    in.state().set_limits(limits_of(limits));
    if (in.runs == 0) in.state().stop_clock();
  });
}

int64_t rille_memory_used(rille_state* state) {
  int64_t out = 0;
  rille_error_free(guarded([&] {
    StateGuard entered(given(state, "the state"), CallKind::look);
    out = state->state().memory_used();
  }));
  return out;
}

rille_error* rille_finish(rille_state* state) {
  return in_state(state, CallKind::run, [&](rille_state& in) {
    for (const Error& error : end_saves(in.state())) throw Error(error);
  });
}

void rille_found(void* to, const char* text, size_t bytes) {
  static_cast<std::optional<std::string>*>(to)->emplace(text, bytes);
}
}
