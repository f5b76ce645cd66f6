// Oracles: ways to know what a graph should give.
#pragma once

#include <span>
#include <string_view>

#include "jit/graph.h"
#include "jit/loop_program.h"
#include "tests/diff/near.h"

namespace rille::diff {

// What one oracle says of one graph. A graph on which it has nothing to say counts as passed
// over.
struct Verdict {
  Fault fault;
  bool spoke = true;
};
constexpr auto silent = [] { return Verdict{{}, false}; };

struct Oracle {
  std::string_view name;
  std::string_view holds;  // what is promised
  bool wide;               // of graphs in f64 alone, without extremes
  Verdict (*judge)(const Graph&, const Arrays&, Chance&);
};
std::span<const Oracle> oracles();
const Oracle* oracle_named(std::string_view name);

// The verdict, with whatever is thrown as a fault.
Verdict judged(const Oracle& oracle, const Graph& graph, const Arrays& args, uint64_t seed);

// --- ways to run a graph
// Control flow by what it means, everything else by `leaf`.
Arrays interpret(const Graph& graph, const Arrays& args, const RunNode& leaf);
Arrays eager(const Graph&, const Node& node, std::span<const Array> in);  // by the device, now
Arrays run_eager(const Graph& graph, const Arrays& args);                 // node by node
Arrays run_compiled(const Graph& graph, const Arrays& args);
uint64_t digest(const Graph& graph, const Arrays& args);  // of what compiled code gives

// --- tests/diff/loops.cpp
Verdict by_loops(const Graph& graph, const Arrays& args, Chance& chance);
// A program keeps to the grammar, and is read back as it is printed.
Fault misprint(const LoopProgram& program);

// --- tests/diff/slopes.cpp
Verdict adjoint(const Graph& graph, const Arrays& args, Chance& chance);
Verdict slopes(const Graph& graph, const Arrays& args, Chance& chance);
Verdict rematerialized(const Graph& graph, const Arrays& args, Chance& chance);

}  // namespace rille::diff
