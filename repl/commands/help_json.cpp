// rille help --json: all records as JSON.
#include "repl/commands/help_json.h"

#include <nlohmann/json.hpp>

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

Json json_of(const Signature::Parameter& p, std::string_view text) {
  Json out = {{"name", p.name}, {"type", json_of(p.type)}, {"text", text}};
  if (p.fallback) out["default"] = p.fallback_text;
  if (p.is_inout) out["inout"] = true;
  if (p.is_rest) out["rest"] = true;
  return out;
}

Json json_of(const Builtin& builtin) {
  static constexpr const char* effects[] = {"pure", "concrete", "host"};
  const Signature& signature = builtin.typed();
  Json params = Json::array();
  for (const auto& p : signature.params) params.push_back(json_of(p, builtin.text_of(p.name)));
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

Json json_of(const Struct& record) {
  const Struct::ParsedStruct& typed = record.typed();
  Json fields = Json::array(), methods = Json::array();
  size_t at = 0;
  for (const StructField& field : record.fields) {
    Json one = json_of(typed.maker.params[at++], field.text);
    if (field.head.starts_with("var ")) one["state"] = true;
    if (field.head.starts_with("const ")) one["const"] = true;
    fields.push_back(std::move(one));
  }
  at = 0;
  for (const StructMethod& method : record.methods) {
    Json params = Json::array();
    const Signature& signature = typed.methods[at++];
    for (const auto& p : signature.params) params.push_back(json_of(p, ""));
    methods.push_back({{"head", method.head},
                       {"brief", method.brief},
                       {"params", params},
                       {"result", json_of(signature.result)}});
  }
  return {{"name", record.name},    {"signature", typed.maker.info.signature},
          {"brief", record.brief},  {"fields", fields},
          {"methods", methods},     {"example", record.example},
          {"source", record.source}};
}

}  // namespace

std::string help_json() {
  Json out = Json::array();
  for (const Builtin* builtin : all_builtins()) out.push_back(json_of(*builtin));
  for (const Struct* record : all_structs()) out.push_back(json_of(*record));
  return out.dump(1) + "\n";
}

}  // namespace rille
