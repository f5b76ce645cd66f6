// HloWriter: where nodes become lines of StableHLO text.
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

// A value of the text. A key is its two words: of keys with n axes the type is u32[…, 2]. Or a
// tape, which no text can hold: what gives number `number` of its rows.
struct HloValue {
  int id = -1;
  Type type = {};
  std::shared_ptr<const HloTape> tape = {};
  size_t number = 0;
};
using HloValues = std::vector<HloValue>;

struct HloFunction;
struct HloBlock;

// An operation. In its text $0, $1 … stand for its operands, ~ for its regions, & for the function
// that it calls; what is a loop is written by its regions, whose params are its operands.
struct HloLine {
  std::string text;
  HloValues in, out;
  std::vector<HloBlock> regions;
  std::shared_ptr<HloFunction> callee = {};
  bool is_loop = false;
  bool stays = false;  // though nobody reads its results
};

// Lines see the values of the blocks around theirs.
struct HloBlock {
  HloValues params, results;
  std::vector<HloLine> lines = {};
};

struct HloFunction {
  std::string name;  // what it should be called
  HloBlock body;
  int values = 0;  // ids are below that
};

// The module whose public function that is, with all functions that it calls. Lines whose results
// nobody reads are left out, and functions of one text are one.
std::string module_text(HloFunction main);

std::string hlo_text(const Type& type);   // "tensor<2x3xf32>"
Type hlo_type(const Type& type);          // of what stands for a value of the graph
std::string hlo_literal(const Array& x);  // "dense<[1.0, 2.0]> : tensor<2xf32>", each bit kept

class HloWriter;

// The tapes of one loop: how many rows they have, none where there is none, and one row of each.
struct HloTape {
  HloValue count = {};
  std::function<HloValues(HloWriter& w, const HloValue& at)> rows = {};
};

// A node on its way into the text.
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
  std::string_view name;  // of the primitive
  HloWriteFn fn;
  std::string_view word = {};
};

// The rules, by what the primitives are about.
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

// error[type] at the node's line.
[[noreturn]] void not_written(const Node& node, std::string_view why);

// What a node is made of, as its graph of other primitives.
using HloParts = Vars (*)(Builder& b, const Node& node);

// One function. Blocks are filled one inside the other.
class HloWriter {
 public:
  explicit HloWriter(const Types& params);

  // The nodes of a graph, in place of a call of it.
  HloValues graph(const Graph& graph, const HloValues& args);
  HloFunction finish(std::string name, HloValues results) &&;
  const HloValues& params() const { return function_.body.params; }

  HloValues lines(std::string text, const HloValues& in, const Types& out);
  // "OP $0, $1 : (T, U) -> V"; `same`: all operands and the result have one type, which is named
  // once; `made`: behind `what`, which names the operands, the types follow.
  HloValue same(std::string_view op, const HloValues& in, std::string_view behind = "");
  HloValue made(std::string_view what, const HloValues& in, const Type& out);
  HloValue number(const Type& type, AttrValue value);  // that number everywhere
  HloValue counted(const Type& type, int64_t axis);    // 0, 1, … along an axis
  HloValue literal(const Array& x);
  HloValue compared(std::string_view direction, const HloValue& x, const HloValue& y);
  HloValue spread(const HloValue& scalar, const Type& type);
  HloValue reshaped(const HloValue& x, const Shape& shape);

  // A region with these params, made of what `body` gives.
  using Body = std::function<HloValues(const HloValues& params)>;
  HloBlock block(const Types& params, const Body& body);
  HloValues with_regions(std::string text, const HloValues& in, const Types& out,
                         std::vector<HloBlock> regions);
  HloValues loop(const HloValues& in, HloBlock condition, HloBlock body);
  void check(const HloValues& pair, HloCheck::Means means);

  // A composite rille.NAME with the node's attributes, and the function that decomposes it.
  HloValues composite(const HloNode& n, HloWriteFn body);
  // The node by its parts, in its place.
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
std::string hlo_operands(size_t count);                      // "$0, $1"
std::string hlo_ints(const Ints& list);                      // "[0, 1]"
std::string hlo_array(const Ints& list);                     // "array<i64: 0, 1>"
Ints with_words(const HloNode& n, Ints list, int64_t last);  // `last` for the axis of words too

// An operation of CHLO: `chlo.erf %0 : T -> T`.
HloValues hlo_of_chlo(HloWriter& w, const HloNode& n);
// The same as a composite: the bits of a function that a reader composes in another way stay one
// operation for us.
HloValues hlo_chlo_composite(HloWriter& w, const HloNode& n);

// A composite made of a node's parts.
template <HloParts parts>
HloValues composed(HloWriter& w, const HloNode& n) {
  return w.composite(n, [](HloWriter& w, const HloNode& n) { return w.by_parts(n, parts); });
}

}  // namespace rille
