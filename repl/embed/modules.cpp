// Modules of the C interface: texts that have run.
#include <utility>

#include "repl/embed/handles.h"

using namespace rille;         // NOLINT(google-build-using-namespace): this file's own
using namespace rille::embed;  // NOLINT(google-build-using-namespace)

namespace {

// Calls `run` inside a state, and returns the errors of its outcome.
template <class F>
rille_error* ran(rille_state* handle, const F& run) {
  rille_error* out = nullptr;
  rille_error* misused = guarded([&] {
    rille_state& state = given(handle, "the state");
    StateGuard entered(state, CallKind::run);
    Outcome outcome = run(state);
    if (!outcome.ok()) out = error_of_script(outcome.errors, state.state().sources());
  });
  return misused != nullptr ? misused : out;
}

}  // namespace

extern "C" {

rille_error* rille_load(rille_state* state, const char* name, const char* text, size_t bytes,
                        rille_module** out) {
  return ran(state, [&](rille_state& in) {
    given(out, "out");
    given(text, "text");
    std::string called = given(name, "name") == '\0' ? "script" : name;
    auto made = std::make_unique<rille_module>(state, called, -1);
    Outcome outcome = in.interpreter->run_text(called, std::string(text, bytes));
    if (!outcome.ok()) return outcome;
    made->number = in.interpreter->take_names();
    in.holds.fetch_add(1);
    *out = made.release();
    return outcome;
  });
}

rille_error* rille_get(rille_module* module, const char* name, rille_value** out) {
  rille_error* wrong = guarded([&] {
    given(module, "the module");
    given(name, "name");
    given(out, "out");
  });
  if (wrong != nullptr) return wrong;
  return in_state(module->state, CallKind::look, [&](rille_state& in) {
    Value found = in.state().module_get(module->number, name);
    if (found.is_nil()) {
      throw Error(Code::name, str("module ", module->name, " has no `", name, "`"));
    }
    *out = made(std::move(found));
  });
}

// If another thread uses the state, the table of names stays until the state ends.
void rille_module_free(rille_module* module) {
  if (module == nullptr) return;
  rille_error_free(in_state(module->state, CallKind::look,
                            [&](rille_state& in) { in.state().drop_module(module->number); }));
  drop(module->state);
  delete module;
}

rille_error* rille_eval(rille_state* state, const char* text, size_t bytes, rille_value** out) {
  return ran(state, [&](rille_state& in) {
    given(out, "out");
    given(text, "text");
    Value shown;
    auto before =
        std::exchange(in.interpreter->show_value, [&](const Value& value) { shown = value; });
    Outcome outcome = in.interpreter->run_cell(std::string(text, bytes));
    in.interpreter->show_value = std::move(before);
    if (outcome.ok()) *out = made(std::move(shown));
    return outcome;
  });
}
}
