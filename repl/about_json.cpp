// rille help --json: the records of builtins, for tools.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "repl/commands.h"
#include "stdlib/builtins.h"

namespace rille {
namespace {

using Json = nlohmann::json;

Json json_of(const Annotation& type) {
  static constexpr const char* forms[] = {"any",  "numbers",  "text",     "nil",   "literal",
                                          "kind", "function", "instance", "group", "either"};
  Json out = {
      {"form", forms[static_cast<size_t>(type.form)]}, {"text", type.text}, {"word", type.word}};
  if (type.has_axes && type.is(Annotation::Form::numbers)) {
    out["axes"] = Json::array();
    for (const AnnotatedAxis& axis : type.axes) {
      bool is_rest = axis.kind == AnnotatedAxis::rest;
      bool is_any = axis.kind == AnnotatedAxis::any;
      out["axes"].push_back(is_rest             ? Json("...")
                            : is_any            ? Json("_")
                            : axis.name.empty() ? Json(axis.number)
                                                : Json(axis.name));
    }
  }
  for (const Annotation& part : type.parts) out["parts"].push_back(json_of(part));
  if (!type.labels.empty()) out["labels"] = type.labels;
  if (type.is_open) out["is_open"] = true;
  return out;
}

Json json_of(const Builtin& builtin) {
  static constexpr const char* effects[] = {"pure", "concrete", "host"};
  const Signature& signature = builtin.typed();
  Json params = Json::array();
  for (const auto& p : signature.params) {
    Json param = {{"name", p.name}, {"type", json_of(p.type)}, {"text", builtin.text_of(p.name)}};
    if (p.fallback) param["default"] = p.fallback_text;
    if (p.is_inout) param["inout"] = true;
    if (p.is_rest) param["rest"] = true;
    params.push_back(std::move(param));
  }
  return {{"name", signature.name},
          {"signature", builtin.signature},
          {"brief", builtin.brief},
          {"params", params},
          {"result", json_of(signature.result)},
          {"returns", builtin.returns},
          {"errors", builtin.errors},
          {"example", builtin.example},
          {"source", builtin.source},
          {"effect", effects[static_cast<size_t>(builtin.purity)]}};
}

}  // namespace

Status help_json_command() {
  Json out = Json::array();
  for (const Builtin* builtin : all_builtins()) out.push_back(json_of(*builtin));
  std::fputs((out.dump(1) + "\n").c_str(), stdout);
  return Status::success;
}

}  // namespace rille
