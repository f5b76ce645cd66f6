// The grammar of loop programs.
#include <algorithm>
#include <utility>

#include "jit/loop_program.h"
#include "jit/loops/syntax.h"
#include "vm/error.h"

namespace rille {
namespace {

class Verifier {
 public:
  explicit Verifier(const LoopProgram& program)
      : program_(program),
        defined_(program.registers.size()),
        once_(program.registers.size()),
        owners_(program.registers.size(), LoopOpKind::constant),
        combiners_(program.registers.size()),
        has_factors_(program.registers.size()),
        homes_(program.registers.size()),
        exists_(program.buffers.size()),
        keeps_(program.buffers.size()) {
    for (size_t i = 0; i < program.buffers.size(); ++i) {
      const LoopBuffer& buffer = program.buffers[i];
      exists_[i] = buffer.is_given() || buffer.role == LoopBuffer::Role::shared;
      keeps_[i] = buffer.role == LoopBuffer::Role::constant;
    }
  }

  void run() { block(program_.body); }

 private:
  // What a block defines ends with it.
  void block(const LoopBlock& ops, Register counter = -1) {
    std::vector<bool> outer = defined_, buffers = exists_;
    if (counter >= 0) define(counter);
    for (const LoopOp& op : ops) {
      require(op.kind != LoopOpKind::exit || counter >= 0, op, "an exit is in the block of a loop");
      check(op);
    }
    defined_ = std::move(outer);
    exists_ = std::move(buffers);
  }

  void require(bool holds, const LoopOp& op, std::string_view why) {
    RILLE_CHECK(holds, why, ": ", text(op.kind), op.out >= 0 ? str(" %", op.out) : "", " in\n",
                text(program_));
  }

  void define(Register r) {
    auto at = static_cast<size_t>(r);
    RILLE_CHECK(r >= 0 && at < defined_.size() && !once_[at], "%", r, " is defined twice in\n",
                text(program_));
    defined_[at] = once_[at] = true;
  }

  bool is(Register r, Dtype dtype, int lanes) const {
    return program_.registers[static_cast<size_t>(r)] == RegisterType{dtype, lanes};
  }
  int lanes(const LoopOp& op) const { return program_.lanes(op.out); }

  void check(const LoopOp& op) {
    require(std::ssize(op.blocks) == block_count(op.kind), op, "number of blocks");
    each_read_register(op, [&](Register r) {
      require(r >= 0 && r < std::ssize(defined_) && defined_[static_cast<size_t>(r)], op,
              str("%", r, " is read before it is defined"));
    });
    LoopOpKind wanted = owner_of(op.kind);
    for (size_t i = 0; i < op.in.size(); ++i) {
      LoopOpKind owner = owners_[static_cast<size_t>(op.in[i])];
      LoopOpKind own = i == 0 ? wanted : LoopOpKind::constant;
      require(owner == own, op, "variables and reductions are read by operations of their own");
    }
    for (const LinearIndex& index : op.indices) {
      for (const LinearIndex::Term& term : index.terms) {
        require(program_.dtype(term.value) == Dtype::i64, op, "an index is i64");
        require(term.scale.arg < program_.sizes, op, "an unknown size");
      }
    }
    require((op.out >= 0) == has_result(op.kind), op,
            op.out >= 0 ? "it has no result" : "its result is in a register");
    details(op);
    bool has_counter = op.kind == LoopOpKind::loop, is_parallel = has_counter && op.flag;
    parallel_loops_ += is_parallel;
    for (const LoopBlock& inner : op.blocks) block(inner, has_counter ? op.out : -1);
    parallel_loops_ -= is_parallel;
    if (op.out >= 0 && !has_counter) define(op.out);
    if (op.kind == LoopOpKind::variable || op.kind == LoopOpKind::fold) {
      owners_[static_cast<size_t>(op.out)] = op.kind;
      combiners_[static_cast<size_t>(op.out)] = op.name;
      has_factors_[static_cast<size_t>(op.out)] = !op.lanes.empty();
      homes_[static_cast<size_t>(op.out)] = parallel_loops_;
    }
  }

  // What kind of operation defines the first operand: a variable, a reduction, or any other.
  static LoopOpKind owner_of(LoopOpKind kind) {
    switch (kind) {
      case LoopOpKind::get:
      case LoopOpKind::set: return LoopOpKind::variable;
      case LoopOpKind::accumulate:
      case LoopOpKind::end_block:
      case LoopOpKind::total: return LoopOpKind::fold;
      default: return LoopOpKind::constant;
    }
  }

  // Variables and reductions.
  void variables(const LoopOp& op) {
    bool changes = op.kind == LoopOpKind::set || op.kind == LoopOpKind::accumulate ||
                   op.kind == LoopOpKind::end_block;
    require(!changes || homes_[static_cast<size_t>(op.in[0])] == parallel_loops_, op,
            "iterations of a parallel loop change what is defined outside of it");
    switch (op.kind) {
      case LoopOpKind::variable:
      case LoopOpKind::get:
        return require(op.in.size() == 1 && same(op.out, op.in[0]), op, "types");
      case LoopOpKind::set:
        return require(op.in.size() == 2 && same(op.in[0], op.in[1]), op, "types");
      case LoopOpKind::fold:
        return require(op.most == 0 || op.most == lanes(op), op, "lanes of a reduction");
      case LoopOpKind::accumulate: return accumulate(op);
      case LoopOpKind::end_block: return require(op.in.size() == 1, op, "a reduction");
      case LoopOpKind::total: return total(op);
      default: return;
    }
  }

  void buffers(const LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::allocate: return allocate(op);
      case LoopOpKind::distinct:
        return require(is(op.out, Dtype::boolean, 1) && has(op.buffer) && has(op.number), op,
                       "buffers");
      case LoopOpKind::view:
        define_view(op, op.number);
        return require(
            op.indices.size() == 1 &&
                std::ranges::all_of(op.indices[0].terms,
                                    [&](auto& it) { return program_.lanes(it.value) == 1; }),
            op, "the first byte");
      case LoopOpKind::choose:
        require(op.in.size() == 1 && is(op.in[0], Dtype::boolean, 1) && has(op.most), op,
                "a choice between two buffers");
        return define_view(op, op.most);
      case LoopOpKind::copy:
        require(has(op.buffer) && has(op.number) && op.most >= 0, op, "buffers");
        return require(!is_constant(op.buffer), op, "a constant is written");
      default: return;
    }
  }

  void details(const LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::constant:
        return require(op.in.empty() && (!op.flag || program_.dtype(op.out) == Dtype::i64), op,
                       "a constant");
      case LoopOpKind::argument:
        return require(is(op.out, Dtype::i64, 1) && op.number < 2 + program_.sizes, op,
                       "an argument");
      case LoopOpKind::index:
        return require(is(op.out, Dtype::i64, lanes(op)) && op.indices.size() == 1, op, "an index");
      case LoopOpKind::compute: return compute(op);
      case LoopOpKind::dot: return require(are_parts(op), op, "operands of a dot");
      case LoopOpKind::shuffle: return shuffle(op);
      case LoopOpKind::extract:
        return require(op.in.size() == 2 && lanes(op) == 1 && is(op.in[1], Dtype::i64, 1), op,
                       "a lane");
      case LoopOpKind::reduce:
        return require(op.in.size() == 1 && lanes(op) == 1, op, "a reduction");
      case LoopOpKind::first_lanes:
        return require(is(op.out, Dtype::boolean, lanes(op)) && is(op.in[0], Dtype::i64, 1), op,
                       "a mask");
      case LoopOpKind::trailing_ones:
        return require(is(op.out, Dtype::i64, 1) && is(op.in[0], Dtype::i64, 1), op, "integers");
      case LoopOpKind::variable:
      case LoopOpKind::get:
      case LoopOpKind::set:
      case LoopOpKind::fold:
      case LoopOpKind::accumulate:
      case LoopOpKind::end_block:
      case LoopOpKind::total: return variables(op);
      case LoopOpKind::prefetch: return axes(op);
      case LoopOpKind::load: return access(op, op.out);
      case LoopOpKind::store: return store(op);
      case LoopOpKind::fetch_add:
        access(op, op.out);
        require(!is_constant(op.buffer), op, "a constant is written");
        return require(is(op.out, Dtype::i64, 1) && op.in.size() == 1 && same(op.out, op.in[0]), op,
                       "integers");
      case LoopOpKind::allocate:
      case LoopOpKind::distinct:
      case LoopOpKind::view:
      case LoopOpKind::choose:
      case LoopOpKind::copy: return buffers(op);
      case LoopOpKind::run: return run(op);
      case LoopOpKind::exit: return exit(op);
      case LoopOpKind::loop:
        return require(op.number >= 1 && is(op.out, Dtype::i64, 1) && is(op.in[0], Dtype::i64, 1) &&
                           is(op.in[1], Dtype::i64, 1),
                       op, "bounds of a loop");
      case LoopOpKind::branch:
        return require(op.in.size() == 1 && is(op.in[0], Dtype::boolean, 1), op, "a condition");
      case LoopOpKind::call: return require(is(op.out, Dtype::boolean, 1), op, "a call");
      case LoopOpKind::check:
        return require(
            !op.in.empty() && program_.dtype(op.in[0]) == Dtype::boolean && op.indices.size() == 1,
            op, "a check");
      case LoopOpKind::leave: return;
      default: return tiles(op);
    }
  }

  void exit(const LoopOp& op) {
    require(parallel_loops_ == 0, op, "an exit of a parallel loop");
    require(op.in.size() == 1 && is(op.in[0], Dtype::boolean, 1), op, "a condition");
  }

  bool gives_position(const LoopOp& op) const {
    return gives_place(combiners_[static_cast<size_t>(op.in[0])]);
  }

  void accumulate(const LoopOp& op) {
    int lanes = program_.lanes(op.in[0]);
    bool has_factors = has_factors_[static_cast<size_t>(op.in[0])];
    bool has_more = gives_position(op) || has_factors;
    require(op.in.size() == (has_more ? 3u : 2u) && same(op.in[0], op.in[1]), op, "a term");
    if (has_factors) return require(same(op.in[1], op.in[2]), op, "two factors");
    require(op.mask < 0 || is(op.mask, Dtype::boolean, lanes), op, "a mask");
    bool has_position = op.in.size() > 2;
    require(!has_position || is(op.in[2], Dtype::i64, 1) || is(op.in[2], Dtype::i64, lanes), op,
            "the position of a term");
  }

  void total(const LoopOp& op) {
    Dtype dtype = program_.dtype(op.in[0]);
    if (gives_position(op) && !op.flag) dtype = Dtype::i32;
    bool has_lanes = lanes(op) == 1 || lanes(op) == program_.lanes(op.in[0]);
    require(op.in.size() == 1 && program_.dtype(op.out) == dtype && has_lanes, op, "a result");
  }

  bool are_parts(const LoopOp& op) const {
    if (op.in.size() != 3 || !same(op.out, op.in[0])) return false;
    Dtype sum = program_.dtype(op.out), parts = sum == Dtype::f32 ? Dtype::u32 : sum;
    bool is_known = op.number == 2 || (op.number == 4 && sum != Dtype::f32);
    return is_known && bits(sum) == 32 && is(op.in[1], parts, lanes(op)) &&
           is(op.in[2], parts, lanes(op));
  }

  bool same(Register a, Register b) const {
    return program_.registers[static_cast<size_t>(a)] == program_.registers[static_cast<size_t>(b)];
  }

  bool has(int64_t buffer) const {
    return buffer >= 0 && buffer < std::ssize(exists_) && exists_[static_cast<size_t>(buffer)];
  }

  void compute(const LoopOp& op) {
    const ScalarFacts& facts = facts_of(op.name);
    require(facts.operands == std::ssize(op.in), op, "number of operands");
    for (Register r : op.in) {
      require(program_.lanes(r) == 1 || program_.lanes(r) == lanes(op), op, "number of lanes");
    }
    bool is_truth = facts.gives == ScalarFacts::ResultDtype::truth;
    bool converts = op.name == Scalar::convert || op.name == Scalar::bitcast;
    Dtype wanted = program_.dtype(op.in[op.name == Scalar::select ? 1 : 0]);
    if (is_truth) wanted = Dtype::boolean;
    require(converts || program_.dtype(op.out) == wanted, op, "dtype of the result");
  }

  void shuffle(const LoopOp& op) {
    int all = 0;
    for (Register r : op.in) {
      require(program_.dtype(r) == program_.dtype(op.out), op, "dtypes");
      all += program_.lanes(r);
    }
    require(std::ssize(op.lanes) == lanes(op), op, "number of lanes");
    require(std::ranges::all_of(op.lanes, [&](int at) { return at >= 0 && at < all; }), op,
            "numbers of lanes");
  }

  void allocate(const LoopOp& op) {
    require(op.buffer >= 0 && op.buffer < std::ssize(exists_), op, "a buffer");
    auto at = static_cast<size_t>(op.buffer);
    require(program_.buffers[at].is_allocated() && !exists_[at], op,
            "a local buffer is allocated once");
    bool are_known = std::ranges::all_of(program_.buffers[at].extents, &Size::known);
    require(are_known, op, "extents of a local buffer");
    exists_[at] = true;
  }

  bool is_constant(int64_t buffer) const { return keeps_[static_cast<size_t>(buffer)]; }

  // `other`: the second buffer of which it may be a view.
  void define_view(const LoopOp& op, int64_t other) {
    require(op.buffer >= 0 && op.buffer < std::ssize(exists_) && has(op.number), op, "buffers");
    auto at = static_cast<size_t>(op.buffer);
    require(program_.buffers[at].role == LoopBuffer::Role::view && !exists_[at], op,
            "a view is defined once");
    exists_[at] = true;
    keeps_[at] = is_constant(op.number) || is_constant(other);
  }

  static bool writes(const LoopProgram& function, size_t buffer) {
    bool out = false;
    each_op(function.body, [&](const LoopOp& op) {
      bool is_write = op.kind == LoopOpKind::store || op.kind == LoopOpKind::fetch_add;
      out = out || (is_write && std::cmp_equal(op.buffer, buffer));
    });
    return out;
  }

  void run(const LoopOp& op) {
    require(op.number >= 0 && op.number < std::ssize(program_.functions), op, "a function");
    const LoopProgram& function = program_.functions[static_cast<size_t>(op.number)];
    auto wanted = std::ranges::count_if(function.buffers, &LoopBuffer::is_given);
    require(std::ssize(op.lanes) == wanted &&
                std::ranges::all_of(op.lanes, [&](int i) { return has(i); }),
            op, "the buffers of a function");
    require(function.sizes == 0, op, "a function without sizes");
    require(function.functions.empty(), op, "a function without functions");
    auto next = op.lanes.begin();
    for (size_t i = 0; i < function.buffers.size(); ++i) {
      bool is_shared = function.buffers[i].role == LoopBuffer::Role::shared;
      require(!is_shared, op, "a function without shared memory");
      if (!function.buffers[i].is_given()) continue;
      require(!is_constant(*next++) || !writes(function, i), op, "a constant is written");
    }
    require(op.in.size() == 2 && is(op.in[0], Dtype::i64, 1) && is(op.in[1], Dtype::i64, 1), op,
            "a range of iterations");
  }

  void axes(const LoopOp& op) {
    require(has(op.buffer), op, "a buffer that exists");
    const LoopBuffer& buffer = program_.buffers[static_cast<size_t>(op.buffer)];
    require(op.indices.size() == buffer.extents.size(), op, "number of axes");
    require(op.lane_strides.empty() || op.lane_strides.size() == buffer.extents.size(), op,
            "number of lane strides");
  }

  void tiles(const LoopOp& op) {
    auto is_tile = [](int64_t number) { return number >= 0 && number < TileRegister::count; };
    require(is_tile(op.number), op, "the number of a tile");
    if (op.kind == LoopOpKind::tile_dot) {
      bool are_parts = (op.most == 2 && !op.flag) || op.most == 4;
      return require(op.lanes.size() == 2 && std::ranges::all_of(op.lanes, is_tile) && are_parts,
                     op, "operands of a dot");
    }
    if (op.kind == LoopOpKind::tile_zero) return;
    axes(op);
    require(op.lane_strides.size() == op.indices.size(), op, "the strides of the rows");
    for (const LinearIndex& index : op.indices) {
      for (const LinearIndex::Term& term : index.terms) {
        require(program_.lanes(term.value) == 1, op, "number of lanes");
      }
    }
    require(op.kind == LoopOpKind::tile_load || !is_constant(op.buffer), op,
            "a constant is written");
  }

  void access(const LoopOp& op, Register value) {
    axes(op);
    const LoopBuffer& buffer = program_.buffers[static_cast<size_t>(op.buffer)];
    require(program_.dtype(value) == buffer.dtype, op, "dtype of the buffer");
    int wide = program_.lanes(value);
    require(wide > 1 || op.lane_strides.empty(), op, "lane strides of one lane");
    require(op.mask < 0 || is(op.mask, Dtype::boolean, wide), op, "a mask");
    for (const LinearIndex& index : op.indices) {
      for (const LinearIndex::Term& term : index.terms) {
        int own = program_.lanes(term.value);
        require(own == 1 || own == wide, op, "number of lanes");
      }
    }
  }

  void store(const LoopOp& op) {
    require(op.in.size() == (op.flag ? 2u : 1u), op, "operands");
    access(op, op.in[0]);
    require(!is_constant(op.buffer), op, "a constant is written");
    require(!op.flag || is(op.in[1], Dtype::boolean, 1), op, "a condition");
  }

  const LoopProgram& program_;
  std::vector<bool> defined_, once_;
  std::vector<LoopOpKind> owners_;  // variable, fold, or constant: neither
  std::vector<Scalar> combiners_;   // of reductions
  std::vector<bool> has_factors_;   // whether their terms are products
  std::vector<int> homes_;          // the number of parallel loops around their definition
  int parallel_loops_ = 0;          // around the operation at hand
  std::vector<bool> exists_;
  std::vector<bool> keeps_;  // buffers that are never written: constants, and views of them
};

}  // namespace

void verify(const LoopProgram& program) {
  for (const LoopProgram& function : program.functions) verify(function);
  Verifier(program).run();
}

std::vector<int64_t> offsets(const LoopProgram& program, LoopBuffer::Role role) {
  constexpr int64_t alignment = 64;
  std::vector<int64_t> out;
  int64_t end = 0;
  for (const LoopBuffer& buffer : program.buffers) {
    out.push_back(buffer.offset < 0 ? end : buffer.offset);
    if (buffer.role != role) continue;
    auto size = static_cast<int64_t>(bytes(buffer.dtype));
    for (Size extent : buffer.extents) size *= extent.number;
    size = (size + alignment - 1) / alignment * alignment;
    end = std::max(end, out.back() + size);
  }
  out.push_back(end);
  return out;
}

}  // namespace rille
