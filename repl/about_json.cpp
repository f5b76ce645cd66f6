// rille help --json: the records of builtins, for tools.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "repl/commands.h"
#include "stdlib/builtins.h"

namespace rille {
namespace {

using Json = nlohmann::json;

Json json_of(const Builtin& builtin) {
  Json params = Json::array();
  for (const Param& p : builtin.params) {
    params.push_back(
        {{"name", p.name}, {"type", p.type}, {"default", p.fallback}, {"text", p.text}});
  }
  return {{"name", builtin.name},     {"brief", builtin.brief},
          {"params", params},         {"returns", builtin.returns},
          {"errors", builtin.errors}, {"example", builtin.example},
          {"source", builtin.source}, {"is_proc", builtin.purity == Purity::host}};
}

}  // namespace

Status help_json_command() {
  Json out = Json::array();
  for (const Builtin* builtin : all_builtins()) out.push_back(json_of(*builtin));
  std::fputs((out.dump(1) + "\n").c_str(), stdout);
  return Status::success;
}

}  // namespace rille
