// StableHLO programs from files and from functions.
#include "backends/backend.h"
#include "stdlib/file.h"
#include "stdlib/stablehlo.h"
#include "stdlib/transform.h"
#include "vm/state.h"

namespace rille {
namespace {

// The program of a graph: arguments are parameters, and captured values are constants.
HloProgram program_of(GraphWithCaptures held) {
  HloProgram out{.graph = unguarded_branches(held.graph)};
  out.literals.assign(held.values.begin() + static_cast<std::ptrdiff_t>(held.given),
                      held.values.end());
  out.results = out.graph.results.size();
  return out;
}

// A program that checks itself: arguments and expected results are constants, too. The compiled
// function runs once to compute the expected results.
HloProgram checked_program(GraphWithCaptures held, HloCheck::Tolerance means) {
  std::vector<Array> wanted = device_of(held.values).compile(held.graph)->run(held.values, {});
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

}  // namespace

std::string stablehlo_text_of_file(const std::string& path) {
  std::string text = read_source(path);
  return is_stablehlo_bytecode(text) ? stablehlo_from_bytecode(text) : text;
}

HloProgram stablehlo_of_file(State& state, const std::string& path, const std::string& function) {
  int file = state.add_source({path, stablehlo_text_of_file(path)});
  return read_stablehlo(state.sources()[static_cast<size_t>(file)].text, file, function);
}

std::string stablehlo_text(const Function& f, const Values& args, const std::string& check) {
  GraphWithCaptures held = graph_with_captures(f, args);
  if (check.empty()) return write_stablehlo(program_of(std::move(held)));
  HloCheck::Tolerance means = check == "equal"   ? HloCheck::Tolerance::equal
                              : check == "close" ? HloCheck::Tolerance::close
                                                 : HloCheck::Tolerance::near;
  return write_stablehlo(checked_program(std::move(held), means));
}

}  // namespace rille
