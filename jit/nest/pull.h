// Pull: the code of a nest, from a value down to memory.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "jit/ir.h"
#include "jit/lowering.h"
#include "jit/nest/index.h"

namespace rille {

// A graph with the lowering of each node, asked for once.
struct LoweredGraph {
  const Graph& graph;
  std::vector<int> producer;  // per value: its node; -1 for a parameter
  std::vector<std::optional<Lowering>>
      lowering;  // per node; none: no nest (regions; complex numbers that are not taken apart)

  explicit LoweredGraph(const Graph& graph);

  template <class T>
  const T* as(Var v) const {  // the lowering of v's producer, if it is a T
    int node = producer[static_cast<size_t>(v.id)];
    if (node < 0 || !lowering[static_cast<size_t>(node)]) return nullptr;
    return std::get_if<T>(&*lowering[static_cast<size_t>(node)]);
  }
  const Node& node_of(Var v) const {
    return graph.nodes[static_cast<size_t>(producer[static_cast<size_t>(v.id)])];
  }
};

// Where a value is read: an index for each axis of `shape`, which has as many elements as the
// value, counted row-major. Under a guard the index may lie outside where the guard is false.
struct Place {
  Ints shape;
  std::vector<Index> at;
  int guard = -1;

  bool operator==(const Place&) const = default;
};

// What stands in memory, for the nests of one plan.
struct InMemory {
  std::vector<int> slot;  // per value: its slot, or -1: it is computed where it is read
};

// What the stages of a group hand on: values of which each turn of the loops that all stages
// share makes its own part, a row, and reads no other one's.
struct Rows {
  static constexpr int in_memory = -1;
  static constexpr int later = -2;          // it is whole after the last turn, and no row is before
  int shared = 0;                           // loops
  std::unordered_map<int, int> local = {};  // by value: which local its row stands in, or in_memory
};

// Builds one stage. A value with a slot is loaded, any other computed in place; the values that
// the stage itself makes (`own`) are computed wherever they are read at their own index.
class Pull {
 public:
  Pull(const LoweredGraph& lowered, const InMemory& memory, const Ints& loops, int kept,
       const Rows* rows = nullptr);

  Stage stage;
  std::vector<Origin> origins;
  std::vector<Dtype> buffers;
  std::vector<int> slots;  // the plan's slot of each buffer
  Indexer index{stage};

  // An operand of the product's stage, over these loops, with the buffers so far; apart: the rows
  // that stages hand on are out of its reach. The product takes over what came to be known then.
  Pull(const Pull& product, const Ints& loops, bool apart);
  void take_from(Pull& operand);
  // Rows are numbered by this loop in place of the last shared one.
  void number_rows_by(int loop) { row_loop_ = loop; }
  void leave_rows() { apart_ = true; }
  bool has_rows() const { return rows_ != nullptr; }

  void own(Var v) { own_.push_back(v); }
  // v is the sum that the stage's contraction (or fold) makes: `step` where it is read at `home`.
  void made(Var v, int step) { made_ = v, made_step_ = step; }
  bool failed() const { return failed_; }  // it, or a row, was read at another place

  // Locals are numbered from here on while stages are built: behind all buffers.
  static constexpr int first_local = 1 << 20;

  Place identity() const { return home_; }
  void set_home(Place place) { home_ = std::move(place); }
  int value(Var v, const Place& place);
  int buffer(int slot, Dtype dtype);
  void store(Var v, int slot, int step);
  void store_row(Var v, int local, int step);
  Nest nest();  // of this stage alone; nothing is left here

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
  bool apart_ = false;
  int row_loop_ = -1;
  Place home_;
  std::vector<Var> own_;
  Var made_;
  int made_step_ = -1;
  bool failed_ = false;
  std::vector<Place> places_;
  std::unordered_map<uint64_t, std::vector<int>> place_ids_;
  std::unordered_map<uint64_t, int> done_;  // value and place -> step
};

// Row-major strides in elements.
Ints strides_of(const Ints& shape);

// Drops loops of one turn and steps that nobody reads, and joins loops that are neighbours and that
// memory does not tell apart.
void simplify(Nest& nest);
// The same of loops [from, to) of one stage, of which `least` stay. Gives how many are left.
size_t simplify(Stage& stage, size_t from, size_t to, size_t least = 0);

}  // namespace rille
