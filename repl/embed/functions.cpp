// Functions of the C interface: calls and host functions.
#include <map>

#include "repl/embed/handles.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"
#include "vm/signature.h"

using namespace rille;         // NOLINT(google-build-using-namespace): this file's own
using namespace rille::embed;  // NOLINT(google-build-using-namespace)

namespace {

// A function of the host, with its record.
struct HostFunction {
  HostFunction(std::string signature, rille_state* state, rille_function call, void* user,
               void (*forget)(void*))
      : text(std::move(signature)), state(state), call(call), user(user), forget(forget) {}
  ~HostFunction() {
    if (forget != nullptr) forget(user);
  }
  HostFunction(const HostFunction&) = delete;
  HostFunction& operator=(const HostFunction&) = delete;

  std::string text;
  rille_state* state;
  rille_function call;
  void* user;
  void (*forget)(void*);
  Builtin record = {};
};

// The host functions of a State.
struct HostFunctions {
  std::map<std::string, std::unique_ptr<HostFunction>, std::less<>> all;
};

Values arguments_of(const Arguments& in) {
  Values out;
  std::span params = in.params();
  for (size_t i = 0; i < params.size(); ++i) {
    if (!params[i].is_rest) {
      out.push_back(in.value(i));
      continue;
    }
    for (Value& value : in.rest(i)) out.push_back(std::move(value));
  }
  return out;
}

Code code_of(std::string_view kind) {
#define CODE(word) \
  if (kind == #word) return Code::word;
#include "vm/codes.def"
#undef CODE
  return Code::value;
}

Value called(const HostFunction& f, const Values& args) {
  std::vector<std::unique_ptr<rille_value>> held;
  std::vector<const rille_value*> given_args;
  for (const Value& arg : args) given_args.push_back(held.emplace_back(made(arg)).get());
  rille_value* out = nullptr;
  rille_error* failed = f.call(f.user, f.state, given_args.data(), given_args.size(), &out);
  std::unique_ptr<rille_value> result(out);
  if (failed == nullptr) return result == nullptr ? Value() : result->value;
  std::unique_ptr<rille_error, void (*)(rille_error*)> error(failed, rille_error_free);
  throw Error(code_of(error->kind), error->message);
}

int call_host(const Arguments& in) {
  const HostFunctions& functions = in.state().part<HostFunctions>();
  const HostFunction& f = *functions.all.find(calling_name(""))->second;
  Value out = called(f, arguments_of(in));
  push(in.lua(), in.state(), out);
  return 1;
}

// Returns the parsed signature. An invalid signature is UsageError.
const Signature& checked(const HostFunction& f) {
  try {
    const Signature& typed = f.record.typed();
    for (const auto& param : typed.params) {
      if (param.is_inout) throw UsageError("a host function cannot have `inout` parameters");
    }
    if (typed.name.empty() || typed.name.find('.') != std::string::npos) {
      throw UsageError("the name of a host function must be a single name");
    }
    return typed;
  } catch (const Bug&) {
    throw UsageError(str("invalid signature: ", f.text));
  }
}

rille_value* whole_call(rille_state& in, const rille_value* function,
                        const rille_value* const* args, size_t count, bool all) {
  Values values = values_of(&in, &function, 1), given_args = values_of(&in, args, count);
  if (!values[0].is_function())
    throw UsageError(str("expected a function, got ", kind_text(values[0])));
  if (!all) return made(call(values[0].function(), given_args));
  return made(Value::tuple(call_all(values[0].function(), given_args)));
}

}  // namespace

extern "C" {

rille_error* rille_call(rille_state* state, const rille_value* function,
                        const rille_value* const* args, size_t count, rille_value** out) {
  return in_state(state, CallKind::run, [&](rille_state& in) {
    given(out, "out");
    *out = whole_call(in, function, args, count, false);
  });
}

rille_error* rille_call_all(rille_state* state, const rille_value* function,
                            const rille_value* const* args, size_t count, rille_value** out) {
  return in_state(state, CallKind::run, [&](rille_state& in) {
    given(out, "out");
    *out = whole_call(in, function, args, count, true);
  });
}

rille_error* rille_call_named(rille_state* state, const rille_value* function,
                              const char* const* names, const rille_value* const* args,
                              size_t count, rille_value** out) {
  return in_state(state, CallKind::run, [&](rille_state& in) {
    given(out, "out");
    Values values = values_of(&in, &function, 1), given_args = values_of(&in, args, count);
    if (!values[0].is_function())
      throw UsageError(str("expected a function, got ", kind_text(values[0])));
    std::vector<std::pair<std::string, Value>> named;
    std::set<std::string> seen;
    for (size_t i = 0; i < count; ++i) {
      named.emplace_back(name_at(names, i, seen), std::move(given_args[i]));
    }
    *out = made(call_named(values[0].function(), named));
  });
}

rille_error* rille_define_function(rille_state* state, const char* signature, int purity,
                                   rille_function function, void* user,
                                   void (*forget)(void* user)) {
  return in_state(state, CallKind::look, [&](rille_state& in) {
    given(signature, "the signature");
    if (function == nullptr) throw UsageError("the function is NULL");
    auto made = std::make_unique<HostFunction>(signature, state, function, user, nullptr);
    made->record.signature = made->text;
    made->record.brief = "Host function: a function of the program that runs this script.";
    made->record.errors = "the errors of the host function";
    made->record.source = "the host";
    made->record.call = call_host;
    made->record.purity = purity == RILLE_PURE ? Purity::concrete : Purity::host;
    std::string name = checked(*made).name;
    in.interpreter->define(made->record);
    made->forget = forget;
    in.state().part<HostFunctions>().all.emplace(std::move(name), std::move(made));
  });
}

rille_error* rille_define(rille_state* state, const char* name, const rille_value* value) {
  return in_state(state, CallKind::look, [&](rille_state& in) {
    in.interpreter->define(&given(name, "name"), values_of(&in, &value, 1)[0]);
  });
}
}
