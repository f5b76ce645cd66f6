// StableHLO: graphs from modules and modules from graphs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jit/ir.h"
#include "vm/array.h"

namespace rille {

// An expectation about two results of a program (custom_call @check.expect_…). Floats are `equal`
// bit by bit, `close` within 3 units in the last place, or `near` within 1e-3, absolute up to
// magnitude 1 and relative above.
struct HloCheck {
  enum class Tolerance : uint8_t { equal, close, near };

  size_t got, wanted;  // results of the graph
  Tolerance means;
  Span place;
};

// A function of a module, with all its calls inlined. Its literals are the last params, so that no
// code is specialized for numbers in the module.
struct HloProgram {
  Graph graph;  // (params..., literals...) -> (results..., checked values...)
  std::vector<Array> literals = {};
  std::vector<HloCheck> checks = {};
  size_t results = 0;
  std::vector<std::string> names = {};  // names in the module of the params that are not literals
};

// Reads a module in MLIR's custom or generic form. Raises error[syntax] if the text is not a
// module, and error[type] if an operation is not supported or its declared type differs from the
// type of its result. The errors have their location in file number `file`. A composite rille.NAME
// becomes the primitive of that name, or on request its decomposition.
enum class Composites : uint8_t { by_name, decomposed };
HloProgram read_stablehlo(std::string_view text, int file, std::string_view function = "main",
                          Composites composites = Composites::by_name);

// The same graph with both sides of each select guarded, for derivatives: the untaken side
// contributes no NaN to them. Values keep their bits.
Graph guarded_branches(const Graph& graph);
// Removes what guarded_branches() added, before a graph is written; leaves other graphs unchanged.
Graph unguarded_branches(const Graph& graph);

// MLIR bytecode of StableHLO's portable artifacts (VHLO), or the serialized form of jax.export,
// which contains it. Returns its text in the generic form; raises error[syntax] if the bytes are
// damaged, and error[limit] if the text is too large for the number of bytes.
bool is_stablehlo_bytecode(std::string_view bytes);
std::string stablehlo_from_bytecode(std::string_view bytes);

// The program as a module, whose public function `main` has the params that are not literals.
// Reading the module and writing it again returns the same text. A primitive without a StableHLO
// operation becomes a composite. Checks and prints of the graph are omitted; expectations of the
// program are kept. Raises error[type] at the line of a node that cannot be expressed in StableHLO.
std::string write_stablehlo(const HloProgram& program);

// Compares two arrays of one type by the meaning of a check. `ulp` is the largest difference of
// finite floats of the same sign, in units in the last place; `near` does not compute it.
struct HloVerdict {
  std::string fault = {};  // the first difference; empty if the arrays agree
  int64_t ulp = 0;
};
HloVerdict compared(const Array& got, const Array& wanted, HloCheck::Tolerance means);

}  // namespace rille
