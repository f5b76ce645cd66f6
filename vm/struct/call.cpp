// Calls of methods, with checks of the arguments.
#include "vm/call.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "vm/bind/glue.h"
#include "vm/run/module_scope.h"
#include "vm/run/observer.h"
#include "vm/state.h"
#include "vm/state/inside.h"
#include "vm/struct/check.h"
#include "vm/words/nearest.h"

namespace rille {

void fill_in(const Signature::Parameter& p, Value& value) {
  if (value.is_absent()) value = p.fallback.value_or(Value());
}

namespace {

// Help for a string that contains a number, where that number would be valid.
std::string number_help(const Signature::Parameter& p, const Value& value) {
  if (!value.is_string()) return "";
  const std::string& text = value.string();
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  NamedSizes sizes;
  if (error != std::errc() || end != text.data() + text.size()) return "";
  bool is_whole = std::abs(number) < 1e15 && number == std::floor(number);
  bool fits = !misfit_of(p.type, Value(number), sizes, p.name) ||
              (is_whole && !misfit_of(p.type, Value(static_cast<int64_t>(number)), sizes, p.name));
  return fits ? str("write the number without quotes: `", p.name, " = ", text, "`") : "";
}

}  // namespace

void check_value(const Signature& signature, size_t at, const Value& value, NamedSizes& sizes,
                 ArgumentLabel labelled) {
  const Signature::Parameter& p = signature.params[at];
  if (value.is_nil() && p.falls_to_nil()) return;
  AnnotationMismatch misfit = misfit_of(p.type, value, sizes, p.name);
  if (!misfit) return;
  Error error = refusal(signature, p, kind_text(value), misfit);
  std::string help = number_help(p, value);
  if (help.empty()) help = argument_help(signature.name, p.name);
  if (!help.empty()) error.help(help);
  if (labelled == ArgumentLabel::no) throw error;
  throw std::move(error).label(static_cast<int>(at));
}

void check_fields(const Struct& record, const Value& instance, NamedSizes& sizes) {
  const Signature& maker = record.typed().maker;
  for (size_t i = 0; i < maker.params.size(); ++i) {
    const Value* value = instance.field(maker.params[i].name);
    RILLE_CHECK(value != nullptr, record.name, " without ", maker.params[i].name);
    check_value(maker, i, *value, sizes, ArgumentLabel::no);
  }
}

namespace {

// Checks an argument. A tuple of numbers is converted to an array if an array is expected.
void check_argument(const Signature& signature, size_t at, Value& value, NamedSizes& sizes) {
  fill_in(signature.params[at], value);
  if (value.is_tuple() && signature.params[at].type.takes_arrays()) {
    Array stacked = stacked_numbers(value.items());
    if (!stacked.is_none()) value = stacked;
  }
  check_value(signature, at, value, sizes, ArgumentLabel::yes);
}

// The text without the marks of arg(), which refer to arguments that are not in the script's call.
std::string unmarked(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x01') {
      ++i;  // the number
    } else if (text[i] != '\x02') {
      out += text[i];
    }
  }
  return out;
}

// An error inside a method, which is not attributed to its arguments.
Error from_within(const Error& error) {
  Error out(error.code(), unmarked(error.what()));
  out.help(unmarked(error.help())).in_layer(error.layer());
  for (const Error::Note& note : error.notes()) out.note(unmarked(note.text), note.span);
  return out;
}

// The changed layer keeps the path of the old one.
void keep_path(const ModulePath& path, Values& out) {
  if (!path.empty()) out[1] = out[1].at_path(path);
}

// Runs a method in a trace. A struct without `call` is not a layer: its operations belong to the
// caller.
Values run_in(State& state, const Struct& record, const StructMethod& method, Values args) {
  if (find_method(record, "call") < 0) return method.run(state, std::move(args));
  ModulePath path = args[0].branch().path;
  if (path.empty()) args[0] = with_layer_paths(state, args[0]);
  ModuleScope layer(state, args[0]);
  try {
    Values out = method.run(state, std::move(args));
    if (method.changes_self) keep_path(path, out);
    return out;
  } catch (Error& error) {
    bool is_own = !error.placed() && error.layer().empty();
    if (is_own) error.in_layer(state.module_path().text());
    throw;
  }
}

Values run(State& state, const Struct& record, size_t method, Values args) {
  const StructMethod& chosen = record.methods.begin()[method];
  bool is_seen = state.observers().want(Topic::layer) && chosen.head.starts_with("call(");
  Values seen = is_seen ? args : Values();
  Values out = state.tracing > 0 ? run_in(state, record, chosen, std::move(args))
                                 : chosen.run(state, std::move(args));
  if (is_seen) {
    std::span args_behind(seen.data() + 1, seen.size() - 1);
    state.observers().tell(
        event::LayerCall{seen[0], args_behind, out[0], chosen.changes_self ? out[1] : seen[0]});
  }
  return out;
}

}  // namespace

namespace {

void check_call(const State& state, const Struct& record, const Signature& signature,
                Values& args) {
  NamedSizes sizes;
  try {
    check_fields(record, args[0], sizes);
    for (size_t i = 1; i < signature.params.size(); ++i) {
      check_argument(signature, i, args[i], sizes);
    }
  } catch (Error& error) {
    const ModulePath& path = args[0].branch().path;
    if (state.tracing > 0) error.in_layer((path.empty() ? state.module_path() : path).text());
    throw;
  }
}

}  // namespace

Values call_method(State& state, const Struct& record, size_t method, Values args) {
  const Signature& signature = record.typed().methods[method];
  size_t count = signature.params.size();
  if (args.size() > count) throw surplus_arguments(signature.info, args.size());
  args.resize(count, MissingArgument());
  for (size_t i = 0; i < count; ++i) {
    const Signature::Parameter& p = signature.params[i];
    if (args[i].is_absent() && !p.fallback) throw missing_argument(signature.info, p.name);
  }
  check_call(state, record, signature, args);
  try {
    return run(state, record, method, std::move(args));
  } catch (const Error& error) {
    if (error.placed() || !error.span().empty()) throw;
    throw from_within(error);
  }
}

// --- structs of scripts and of the library --------------------------------------------------

namespace {

// The method of an instance of a script's struct; none for any other value.
Function script_method(State& state, const Value& instance, std::string_view name) {
  const StructType* type = struct_type(instance.layout());
  bool is_scripts = type != nullptr && type->record == nullptr;
  return is_scripts ? state.method(*type, name) : Function();
}

}  // namespace

bool has_method(State& state, const Value& instance, std::string_view name) {
  if (const Struct* record = struct_of(instance)) return find_method(*record, name) >= 0;
  return !script_method(state, instance, name).is_none();
}

Values call_method(State& state, const Value& instance, std::string_view name, Values args) {
  args.insert(args.begin(), instance);
  const Struct* record = struct_of(instance);
  int method = record == nullptr ? -1 : find_method(*record, name);
  if (method >= 0) {
    return call_method(state, *record, static_cast<size_t>(method), std::move(args));
  }
  Function f = script_method(state, instance, name);
  if (f.is_none()) {
    throw Error(Code::type,
                str("expected an instance with a method `", name, "`, got ", kind_text(instance)));
  }
  return call_all(f, args);
}

bool is_callable(State& state, const Value& f) {
  return f.is_function() || has_method(state, f, "call");
}

Value call_value(State& state, const Value& f, Value argument) {
  if (f.is_function()) return call(f.function(), {std::move(argument)});
  if (!has_method(state, f, "call")) {
    throw Error(Code::type, str("expected a function, got ", kind_text(f)));
  }
  return call_method(state, f, "call", {std::move(argument)})[0];
}

}  // namespace rille
