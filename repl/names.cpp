// Names: made of the records of the builtins.
#include "repl/names.h"

#include "vm/lends_key.h"
#include "vm/numbers/dtype.h"
#include "vm/struct.h"

namespace rille {
namespace {

lang::ParamRecord::KeyConsumption draws_of(const Signature& signature,
                                           const Signature::Parameter& param) {
  using KeyConsumption = lang::ParamRecord::KeyConsumption;
  if (lends_key(param)) return KeyConsumption::counted;
  if (!param.draws()) return KeyConsumption::no;
  return signature.gives_key() ? KeyConsumption::split : KeyConsumption::once;
}

lang::BuiltinRecord known_of(const Builtin& builtin) {
  lang::BuiltinRecord out;
  const Signature& signature = builtin.typed();
  out.name = signature.name;
  out.is_proc = builtin.purity == Purity::host;
  out.knows_params = builtin.form != CallForm::named;
  out.gives_key = signature.gives_key();
  out.form = builtin.form;
  out.typed = &signature;
  if (dtype_named(out.name)) out.kind = lang::BuiltinRecord::dtype;
  for (const auto& param : signature.params) {
    out.params.push_back({.name = param.name,
                          .has_default = param.fallback.has_value(),
                          .is_inout = param.is_inout,
                          .draws = draws_of(signature, param),
                          .is_variadic = param.is_rest,
                          .use = builtin.use_of(param.name)});
  }
  return out;
}

lang::BuiltinRecord known_of(const Struct& record) {
  lang::BuiltinRecord out;
  out.kind = lang::BuiltinRecord::structure;
  out.name = record.name;
  out.knows_params = true;
  for (const auto& param : record.typed().maker.params) {
    out.params.push_back({.name = param.name, .has_default = param.fallback.has_value()});
  }
  for (const StructMethod& method : record.methods) {
    if (!method.changes_self) continue;
    out.changing.emplace_back(method.head.substr(0, method.head.find('(')));
  }
  return out;
}

lang::BuiltinRecord plain(lang::BuiltinRecord::Kind kind, std::string name) {
  lang::BuiltinRecord out;
  out.kind = kind;
  out.name = std::move(name);
  return out;
}

}  // namespace

BuiltinNames::BuiltinNames(const State& state, const std::vector<std::string>& values) {
  for (const Builtin* builtin : state.builtins()) {
    std::string name(builtin->name());
    for (size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
      std::string module = name.substr(0, dot);
      known_.try_emplace(module, plain(lang::BuiltinRecord::module, module));
    }
    known_.try_emplace(std::move(name), builtin);
  }
  for (const Struct* record : state.structs()) {
    known_.try_emplace(std::string(record->name), record);
  }
  for (const std::string& value : values) {
    known_.try_emplace(value, plain(lang::BuiltinRecord::value, value));
  }
}

void BuiltinNames::add(const Builtin& record) {
  known_.try_emplace(std::string(record.name()), &record);
}

void BuiltinNames::add(const std::string& value) {
  known_.try_emplace(value, plain(lang::BuiltinRecord::value, value));
}

const lang::BuiltinRecord* BuiltinNames::find(std::string_view path) const {
  auto found = known_.find(path);
  if (found == known_.end()) return nullptr;
  Entry& entry = found->second;
  if (auto* record = std::get_if<const Builtin*>(&entry)) {
    lang::BuiltinRecord made = known_of(**record);
    const Annotation& result = made.typed->result;
    const lang::BuiltinRecord* type =
        result.is(Annotation::Form::instance) ? find(result.word) : nullptr;
    if (type != nullptr) made.changing = type->changing;
    entry = std::move(made);
  }
  if (auto* record = std::get_if<const Struct*>(&entry)) entry = known_of(**record);
  return &std::get<lang::BuiltinRecord>(entry);
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
