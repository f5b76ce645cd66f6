// Names: made of the records of the builtins.
#include "repl/names.h"

#include "vm/dtype.h"

namespace rille {
namespace {

lang::KnownParam::Draws draws_of(const Param& param) {
  using Draws = lang::KnownParam::Draws;
  if (!draws_from(param)) return Draws::no;
  return param.type == "inout key[...]" ? Draws::split : Draws::once;
}

lang::Known known_of(const Builtin& builtin) {
  lang::Known out;
  out.name = builtin.name;
  out.is_proc = builtin.purity == Purity::host;
  out.knows_params = builtin.form != CallForm::named;
  out.gives_key = builtin.returns == "key[]" || builtin.returns == "key[...]";
  out.form = builtin.form;
  for (const Param& param : builtin.params) {
    out.params.push_back({.name = std::string(param.name),
                          .has_default = !param.fallback.empty(),
                          .is_inout = param.type.starts_with("inout "),
                          .draws = draws_of(param),
                          .is_variadic = param.type.starts_with("..."),
                          .use = builtin.use_of(param)});
  }
  return out;
}

lang::Known plain(lang::Known::Kind kind, std::string name) {
  lang::Known out;
  out.kind = kind;
  out.name = std::move(name);
  return out;
}

}  // namespace

BuiltinNames::BuiltinNames(const State& state, const std::vector<std::string>& values) {
  for (const Builtin* builtin : state.builtins()) {
    std::string name(builtin->name);
    for (size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
      add(plain(lang::Known::module, name.substr(0, dot)));
    }
    add(known_of(*builtin));
  }
  for (const std::string& value : values) add(plain(lang::Known::value, value));
  for (auto& [name, known] : known_) {
    if (dtype_named(name)) known.kind = lang::Known::dtype;
  }
}

void BuiltinNames::add(lang::Known known) {
  std::string name = known.name;
  known_.try_emplace(std::move(name), std::move(known));
}

const lang::Known* BuiltinNames::find(std::string_view path) const {
  auto found = known_.find(path);
  return found == known_.end() ? nullptr : &found->second;
}

std::vector<std::string> BuiltinNames::members(std::string_view module) const {
  std::string prefix = module.empty() ? "" : str(module, ".");
  std::vector<std::string> out;
  for (const auto& [name, known] : known_) {
    if (!name.starts_with(prefix)) continue;
    std::string rest = name.substr(prefix.size());
    if (rest.find('.') == std::string::npos) out.push_back(std::move(rest));
  }
  return out;
}

lang::Binding* BuiltinNames::earlier(std::string_view name) const { return cells.find(name); }

std::vector<std::string> BuiltinNames::earlier_names() const { return cells.names(); }

}  // namespace rille
