// rille export: functions of a script for other systems.
#include <cstdio>

#include "backends/backend.h"
#include "jit/stablehlo.h"
#include "repl/planned_call.h"
#include "repl/put_text.h"
#include "stdlib/file.h"
#include "stdlib/transform.h"

namespace rille {
namespace {

// The graph as a program: its arguments are params, what the function captures is written down.
HloProgram program_of(HeldGraph held) {
  HloProgram out{.graph = std::move(held.graph)};
  out.literals.assign(held.values.begin() + static_cast<std::ptrdiff_t>(held.given),
                      held.values.end());
  out.results = out.graph.results.size();
  return out;
}

// The same with its arguments written down as well, and with what it gives for them: the compiled
// function runs once.
HloProgram checked_program(HeldGraph held, HloCheck::Means means) {
  std::vector<Array> wanted = host_device().compile(held.graph)->run(held.values, {});
  held.given = 0;
  HloProgram out = program_of(std::move(held));
  Graph& graph = out.graph;
  for (size_t i = 0; i < out.results; ++i) {
    if (wanted[i].dtype() == Dtype::key) continue;
    Var param{static_cast<int>(graph.types.size())};
    graph.types.push_back(wanted[i].type());
    graph.params.push_back(param);
    out.literals.push_back(wanted[i]);
    out.checks.push_back({graph.results.size(), graph.results.size() + 1, means, {}});
    graph.results.push_back(graph.results[i]);
    graph.results.push_back(param);
  }
  return out;
}

std::string text_of(const Values& parts, const std::string& check) {
  HeldGraph held = held_graph_of(parts[0].function(), {parts.begin() + 1, parts.end()});
  if (check.empty()) return write_stablehlo(program_of(std::move(held)));
  HloCheck::Means means = check == "equal"   ? HloCheck::Means::equal
                          : check == "close" ? HloCheck::Means::close
                                             : HloCheck::Means::near;
  return write_stablehlo(checked_program(std::move(held), means));
}

}  // namespace

void put_text(const std::string& path, const std::string& text) {
  if (!path.empty()) return write_file(path, text);
  std::fputs(text.c_str(), stdout);
}

Status export_command(const Shared& shared, ExportWish wish) {
  wish.call.command = "export stablehlo";
  return on_planned_call(shared, wish.call, [&](const PlannedCall& call) {
    put_text(wish.out, text_of(call.parts, wish.check));
  });
}

}  // namespace rille
