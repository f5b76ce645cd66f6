// HloWriter: converts nodes to lines of StableHLO.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "jit/graph.h"
#include "jit/stablehlo.h"
#include "vm/array.h"

namespace rille {

struct HloTape;

// A value of the text. A key is represented by its two words: keys with n axes have the type u32[…,
// 2]. A tape cannot be represented: the value is then the output `number` of the functions of its
// rows.
struct HloValue {
  int id = -1;
  Type type = {};
  std::shared_ptr<const HloTape> tape = {};
  size_t number = 0;
};
using HloValues = std::vector<HloValue>;

struct HloFunction;
struct HloBlock;

// An operation. In its text, $0, $1, … are placeholders of operands, ~ of regions, and & of the
// called function. A loop is written from its regions, whose params are its operands.
struct HloLine {
  std::string text;
  HloValues in, out;
  std::vector<HloBlock> regions;
  std::shared_ptr<HloFunction> callee = {};
  bool is_loop = false;
  bool stays = false;  // kept even if its results are dead
};

// Lines can use the values of enclosing blocks.
struct HloBlock {
  HloValues params, results;
  std::vector<HloLine> lines = {};
};

struct HloFunction {
  std::string name;  // the preferred name
  HloBlock body;
  int values = 0;  // upper bound of the ids
};

// The module whose public function is `main`, with all functions that it calls. Dead lines are
// removed, and functions with equal texts are merged.
std::string module_text(HloFunction main);

std::string hlo_text(const Type& type);  // "tensor<2x3xf32>"
Type hlo_type(const Type& type);         // the type that represents a value of the graph
// "dense<[1.0, 2.0]> : tensor<2xf32>", preserving every bit.
std::string hlo_literal(const Array& x);

class HloWriter;

// The tapes of one loop: the number of their rows (without an id if there are none), and a function
// that computes one row of each.
struct HloTape {
  HloValue count = {};
  std::function<HloValues(HloWriter& w, const HloValue& at)> rows = {};
};

// A node to be written.
struct HloNode {
  const Node& node;
  const Graph& graph;
  const HloValues& in;
  std::string_view word = {};  // of its rule

  const Attrs& attrs() const { return node.attrs; }
  const Type& given(size_t i) const { return graph.type(node.in[i]); }
  const Type& result(size_t i = 0) const { return graph.type(node.out[i]); }
  Dtype dtype() const { return given(0).dtype(); }
  bool of_keys(size_t i = 0) const { return given(i).dtype() == Dtype::key; }
};

using HloWriteFn = HloValues (*)(HloWriter& w, const HloNode& n);
struct HloWriteRule {
  std::string_view name;  // name of the primitive
  HloWriteFn fn;
  std::string_view word = {};
};

// The rules, by kind of primitive.
std::span<const HloWriteRule> written_elementwise();
std::span<const HloWriteRule> written_special();
std::span<const HloWriteRule> written_movement();
std::span<const HloWriteRule> written_folds();
std::span<const HloWriteRule> written_indexing();
std::span<const HloWriteRule> written_products();
std::span<const HloWriteRule> written_control();
std::span<const HloWriteRule> written_loops();
std::span<const HloWriteRule> written_random();
std::span<const HloWriteRule> written_solvers();

// Raises error[type] at the line of the node.
[[noreturn]] void not_written(const Node& node, std::string_view why);

// A node as a graph of other primitives.
using HloParts = Vars (*)(Builder& b, const Node& node);

// One function. Blocks are nested while they are filled.
class HloWriter {
 public:
  explicit HloWriter(const Types& params);

  // Writes the nodes of a graph, as an inlined call.
  HloValues graph(const Graph& graph, const HloValues& args);
  HloFunction finish(std::string name, HloValues results) &&;
  const HloValues& params() const { return function_.body.params; }

  HloValues lines(std::string text, const HloValues& in, const Types& out);
  // "OP $0, $1 : (T, U) -> V". `same`: all operands and the result have one type, which is written
  // once. `made`: the types follow `what`, which contains the operands.
  HloValue same(std::string_view op, const HloValues& in, std::string_view behind = "");
  HloValue made(std::string_view what, const HloValues& in, const Type& out);
  HloValue number(const Type& type, AttrValue value);  // this number in all elements
  HloValue counted(const Type& type, int64_t axis);    // 0, 1, … along an axis
  HloValue literal(const Array& x);
  HloValue compared(std::string_view direction, const HloValue& x, const HloValue& y);
  HloValue spread(const HloValue& scalar, const Type& type);
  HloValue reshaped(const HloValue& x, const Shape& shape);

  // A region with these params and the results of `body`.
  using Body = std::function<HloValues(const HloValues& params)>;
  HloBlock block(const Types& params, const Body& body);
  HloValues with_regions(std::string text, const HloValues& in, const Types& out,
                         std::vector<HloBlock> regions);
  HloValues loop(const HloValues& in, HloBlock condition, HloBlock body);
  void check(const HloValues& pair, HloCheck::Tolerance means);

  // A composite rille.NAME with the node's attributes, and the function of its decomposition.
  HloValues composite(const HloNode& n, HloWriteFn body);
  // The node as other primitives, inlined.
  HloValues by_parts(const HloNode& n, HloParts parts);

 private:
  HloValue fresh(const Type& type);
  HloValues step(const Graph& graph, const Node& node, const HloValues& in);
  HloLine& add(HloLine line);

  HloFunction function_ = {};
  std::vector<HloBlock*> open_ = {};
};

// "(T, U) -> V", "(T) -> (U, V)"
std::string hlo_signature(const HloValues& in, const Types& out);
std::string hlo_operands(size_t count);   // "$0, $1"
std::string hlo_ints(const Ints& list);   // "[0, 1]"
std::string hlo_array(const Ints& list);  // "array<i64: 0, 1>"
// `last` is the entry for the axis of key words, if there is one.
Ints with_words(const HloNode& n, Ints list, int64_t last);

// An operation of CHLO: `chlo.erf %0 : T -> T`.
HloValues hlo_of_chlo(HloWriter& w, const HloNode& n);
// The same as a composite, for functions that other readers decompose in another way: reading the
// module restores the operation with its bits.
HloValues hlo_chlo_composite(HloWriter& w, const HloNode& n);

// A composite whose decomposition consists of other primitives.
template <HloParts parts>
HloValues composed(HloWriter& w, const HloNode& n) {
  return w.composite(n, [](HloWriter& w, const HloNode& n) { return w.by_parts(n, parts); });
}

}  // namespace rille
