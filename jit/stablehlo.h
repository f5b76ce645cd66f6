// StableHLO: graphs from its text, and its text from graphs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jit/ir.h"
#include "vm/array.h"

namespace rille {

// What a text says of two results of its program (custom_call @check.expect_…). Floats are `equal`
// bit by bit, `close` within 3 units in the last place, `near` within 1e-3,
// of numbers above 1 within that share.
struct HloCheck {
  enum class Means : uint8_t { equal, close, near };

  size_t got, wanted;  // results of the graph
  Means means;
  Span place;
};

// A function of a module, with all that it calls written out in it. Its literals are the last
// params, so that no code is compiled for numbers that stand in a text.
struct HloProgram {
  Graph graph;  // (params..., literals...) -> (results..., what is checked...)
  std::vector<Array> literals = {};
  std::vector<HloCheck> checks = {};
  size_t results = 0;
  std::vector<std::string> names = {};  // of the params that are no literals, as they stand there
};

// Reads a module, in MLIR's own form or the generic one. error[syntax] where the text is none,
// error[type] where an operation is not known or its text tells another type than it gives, each
// at its place in file number `file`. A composite rille.NAME is the primitive of that name, or, if
// asked for, what decomposes it.
enum class Composites : uint8_t { by_name, decomposed };
HloProgram read_stablehlo(std::string_view text, int file, std::string_view function = "main",
                          Composites composites = Composites::by_name);

// The same graph for derivatives: programs keep the sides of a select apart that way, so what a
// side gives where it is not taken brings no NaN into them. Values keep their bits.
Graph guarded_branches(const Graph& graph);
// The graph without what that put in, as it is written down; another graph as it is.
Graph unguarded_branches(const Graph& graph);

// MLIR's bytecode of StableHLO's portable artifacts (VHLO), or what jax.export serializes, which
// holds it. The text that it says, in the generic form; error[syntax] where the bytes are broken,
// error[limit] where they say too much for their number.
bool is_stablehlo_bytecode(std::string_view bytes);
std::string stablehlo_from_bytecode(std::string_view bytes);

// The program as a module, whose public function `main` has the params that are no literals. What
// is read back from it gives the same text again. A primitive without an operation of its own is a
// composite; checks of a graph and what it prints are left out; those of the program stay.
// error[type] at the line of a node for which StableHLO has no words.
std::string write_stablehlo(const HloProgram& program);

// Two arrays of a type by what a check means. `ulp`: how far they are apart at most, in units in
// the last place, where elements are finite floats of one sign; of `near` not counted.
struct HloVerdict {
  std::string fault = {};  // which element differs and how; empty where they agree
  int64_t ulp = 0;
};
HloVerdict compared(const Array& got, const Array& wanted, HloCheck::Means means);

}  // namespace rille
