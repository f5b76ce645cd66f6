// BuiltinIndex: reads the records of builtins.
#include "repl/lsp/shelf.h"

#include "repl/help.h"
#include "stdlib/builtins.h"
#include "stdlib/core.h"
#include "vm/bind.h"
#include "vm/struct.h"

namespace rille::lsp {
namespace {

bool takes_arrays(const Signature& signature) {
  using Form = Annotation::Form;
  if (signature.params.empty() || signature.params[0].is_inout) return false;
  const Annotation& type = signature.params[0].type;
  return type.form == Form::numbers || type.form == Form::any;
}

}  // namespace

BuiltinIndex::BuiltinIndex() : state_([](std::string_view) {}) {
  state_.add(all_builtins());
  state_.add(all_structs());
  names_ = std::make_unique<BuiltinNames>(state_, core_values());
  for (const std::string& name : names_->members("")) {
    const Builtin* builtin = state_.builtin(name);
    if (builtin != nullptr && takes_arrays(builtin->typed())) methods_.push_back(name);
  }
}

std::string BuiltinIndex::help(const std::string& name) const {
  return help_on(state_, *names_, name).value_or("");
}

std::string BuiltinIndex::signature(const std::string& name) const {
  if (const Builtin* builtin = state_.builtin(name)) return std::string(builtin->signature);
  const Struct* record = state_.struct_record(name);
  if (record == nullptr) return "";
  std::string params;
  for (const auto& p : record->typed().maker.params) {
    params +=
        str(params.empty() ? "" : ", ", p.name, p.fallback ? str(" = ", p.fallback_text) : "");
  }
  return str(name, "(", params, ")");
}

std::string BuiltinIndex::brief(const std::string& name) const {
  if (const Builtin* builtin = state_.builtin(name)) return std::string(builtin->brief);
  const Struct* record = state_.struct_record(name);
  return record != nullptr ? std::string(record->brief) : "";
}

}  // namespace rille::lsp
