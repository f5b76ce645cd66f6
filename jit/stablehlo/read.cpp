// Reads a StableHLO module as one graph.
#include "jit/op.h"
#include "jit/stablehlo.h"
#include "jit/stablehlo/scope.h"

namespace rille {

HloProgram read_stablehlo(std::string_view text, int file, std::string_view function,
                          Composites composites) {
  std::vector<HloOp> functions = parse_stablehlo(text, file);
  HloModule module{.composites = composites};
  for (const HloOp& op : functions) {
    bool is_mesh = op.name == "sdy.mesh";
    auto& named = is_mesh ? module.meshes : module.functions;
    bool is_new = named.emplace(needed(op, {"sym_name"}).text, &op).second;
    if (!is_new)
      refuse(op, str(is_mesh ? "mesh" : "function", " names must be unique"), Code::name);
    verify_names(op);
  }
  auto found = module.functions.find(function);
  bool is_only = module.functions.size() == 1 && function == "main";
  if (is_only) found = module.functions.begin();  // whatever its name is
  if (found == module.functions.end()) {
    std::string names;
    for (const auto& [name, op] : module.functions) names += str(names.empty() ? "" : ", ", name);
    Span first =
        module.functions.empty() ? Span{file, 0, 0} : module.functions.begin()->second->place;
    throw Error(Code::name,
                str("StableHLO: function ", function, " does not exist, the module has ", names),
                first)
        .help("stablehlo.load(path, \"NAME\") loads another function");
  }
  const HloRegion& region = found->second->regions[0];
  HloProgram out;
  Builder b(Origin::at(found->second->place));
  Vars args;
  for (const Type& type : region.types) args.push_back(b.param(type));
  for (const std::string& name : region.params) {
    std::string bare = name.substr(1, name.find('#') - 1);
    bool is_number = !bare.empty() && bare[0] >= '0' && bare[0] <= '9';
    out.names.push_back(is_number ? str("arg", out.names.size()) : bare);
  }
  HloScope::Literals literals;
  for (const HloOp* op : literals_in(region, module)) {
    const Array& held = literal_of(*op).held;
    literals[held.body()] = b.param(held.type());
    out.literals.push_back(held);
  }
  module.top = &b;
  HloScope scope(b, module, std::move(literals), 0);
  Vars results = scope.block(region, args);
  const HloOp& read = *found->second;
  if (!read.types.empty()) {
    scope.need_types(results, read.types, read, str("function ", function, " returns"));
  }
  out.results = results.size();
  for (const HloModule::Check& check : module.checks) {
    out.checks.push_back({results.size(), results.size() + 1, check.means, check.place});
    results.push_back(check.got);
    results.push_back(check.wanted);
  }
  out.graph = std::move(b).finish(results);
  return out;
}

}  // namespace rille
