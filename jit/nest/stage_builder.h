// StageBuilder: the code of a stage, from values to memory.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "jit/ir.h"
#include "jit/lowering.h"
#include "jit/nest/index.h"

namespace rille {

// A graph with the lowering of each node.
struct LoweredGraph {
  const Graph& graph;
  std::vector<int> producer;  // per value: its node; -1 for a parameter
  std::vector<std::optional<Lowering>>
      lowering;  // per node; none: not in a nest (regions, complex numbers)

  explicit LoweredGraph(const Graph& graph);

  template <class T>
  const T* as(Var v) const {  // the lowering of the node that computes v, if it is a T
    int node = producer[static_cast<size_t>(v.id)];
    if (node < 0 || !lowering[static_cast<size_t>(node)]) return nullptr;
    return std::get_if<T>(&*lowering[static_cast<size_t>(node)]);
  }
  const Node& node_of(Var v) const {
    return graph.nodes[static_cast<size_t>(producer[static_cast<size_t>(v.id)])];
  }
};

// The element at which a value is read: an index for each axis of `shape`, a row-major view of the
// value. If a guard is false, the index may be out of range.
struct Place {
  Ints shape;
  std::vector<Index> at;
  int guard = -1;

  bool operator==(const Place&) const = default;
};

// The materialized values of a plan.
struct InMemory {
  std::vector<int> slot;  // per value: its slot; -1: it is inlined
};

// The values that the stages of a kernel pass on: each iteration of the shared loops computes one
// part of them, a row, and reads no other row.
struct Rows {
  static constexpr int in_memory = -1;
  static constexpr int later = -2;          // complete only after the last iteration
  int shared = 0;                           // loops
  std::unordered_map<int, int> local = {};  // by value: the local of its row, or in_memory
};

// Builds one stage. A value with a slot is loaded, any other one is inlined. The results of the
// stage itself (`own`) are computed if they are read at the index of the result.
class StageBuilder {
 public:
  StageBuilder(const LoweredGraph& lowered, const InMemory& memory, const Ints& loops, int kept,
               const Rows* rows = nullptr);

  Stage stage;
  std::vector<Origin> origins;
  std::vector<Dtype> buffers;
  std::vector<int> slots;  // the plan's slot of each buffer
  Indexer index{stage};

  // The builder of an operand of the product of this stage, with these loops and the buffers so
  // far. apart: it cannot read the rows that stages pass on. take() adds its buffers to the
  // product.
  StageBuilder(const StageBuilder& product, const Ints& loops, bool has_no_rows);
  void take_from(StageBuilder& operand);
  // This loop, not the last shared one, enumerates rows.
  void number_rows_by(int loop) { row_loop_ = loop; }
  void leave_rows() { has_no_rows_ = true; }
  bool has_rows() const { return rows_ != nullptr; }

  void own(Var v) { own_.push_back(v); }
  // v is the result of the reduction or contraction of the stage: `step`, if it is read at `home`.
  void made(Var v, int step) { made_ = v, made_step_ = step; }
  bool failed() const { return failed_; }  // it, or a row, was read at another index

  // The first number of a local while stages are built; larger than that of any buffer.
  static constexpr int first_local = 1 << 20;

  Place identity() const { return home_; }
  void set_home(Place place) { home_ = std::move(place); }
  int value(Var v, const Place& place);
  int buffer(int slot, Dtype dtype);
  void store(Var v, int slot, int step);
  void store_row(Var v, int local, int step);
  Nest nest();  // of this stage alone; leaves the builder empty

 private:
  using Known = std::optional<Index>;

  int place_id(const Place& place);
  int make(Var v, const Place& place);
  int load(Var v, const Place& place);
  int load_at(Var v, Dtype dtype, const Index& at, int guard);
  void store_at(const Index& at, int buffer, int step);
  Index part_at(const Index& at, int part);
  int load_row(Var v, const Place& place, int local);
  std::optional<Index> within_row(Index at, int64_t elements) const;
  int pointwise(const Node& node, Var v, const Scalars& code, const Place& place);
  int one_step(const Scalars::ScalarStep& step, const std::vector<int>& done);
  int part(const Scalars::ScalarStep& step, const std::vector<int>& done);
  Known linear(const Scalars::ScalarStep& step, const std::vector<Known>& known,
               const std::vector<int>& done);
  bool gives_zero(int step, int guard) const;
  bool is_zero(int step) const;
  int view(const Node& node, Var v, const View& view, const Place& place);
  bool is_home(const Place& place);
  Index linear_at(const Place& place);
  Place seen_as(const Place& place, const Ints& shape);
  int both(int guard, int other);

  const LoweredGraph& lowered_;
  const InMemory& memory_;
  const Rows* rows_;
  bool has_no_rows_ = false;
  int row_loop_ = -1;
  Place home_;
  std::vector<Var> own_;
  Var made_;
  int made_step_ = -1;
  bool failed_ = false;
  std::vector<Place> places_;
  std::unordered_map<uint64_t, std::vector<int>> place_ids_;
  std::unordered_map<uint64_t, int> done_;  // value and index -> step
};

// Row-major strides in elements.
Ints strides_of(const Ints& shape);

// Removes loops of one iteration and dead steps, and merges adjacent loops whose accesses are
// contiguous.
void simplify(Nest& nest);
// The same for loops [from, to) of one stage; at least `least` of them stay. Returns their number.
size_t simplify(Stage& stage, size_t from, size_t to, size_t least = 0);

}  // namespace rille
