// Runs loop programs, and checks each access.
#include "jit/loops/interpret.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <utility>

#include "jit/graph.h"
#include "jit/loops/order.h"
#include "jit/loops/shadow.h"
#include "jit/loops/tile_registers.h"
#include "jit/loops/values.h"
#include "jit/op.h"
#include "vm/error.h"

namespace rille {
namespace {

// Thrown by `leave`, caught by run().
struct Left {};

class Interpreter {
 public:
  // `given`: the arguments and constants.
  Interpreter(const LoopProgram& program, const LoopInput& input, std::vector<LoopMemory> given)
      : program_(program), input_(input), registers_(program.registers.size()) {
    size_t next = 0;
    std::vector<int64_t> offsets = rille::offsets(program, LoopBuffer::Role::shared);
    RILLE_CHECK(std::cmp_less_equal(offsets.back(), input.shared.size()), text(program));
    for (size_t i = 0; i < program.buffers.size(); ++i) {
      const LoopBuffer& buffer = program.buffers[i];
      if (buffer.is_given()) {
        RILLE_CHECK(next < given.size(), text(program));
        buffers_.push_back(std::move(given[next++]));
      } else if (buffer.role == LoopBuffer::Role::shared) {
        auto size = static_cast<size_t>(elements_of(buffer)) * bytes(buffer.dtype);
        auto from = static_cast<size_t>(offsets[i]);
        buffers_.emplace_back(buffer.dtype, input.shared.subspan(from, size), true);
      } else {
        buffers_.emplace_back(buffer.dtype);
      }
    }
  }

  std::optional<LoopFailure> run() {
    defined_.resize(program_.registers.size());
    each_op(program_.body, [&](const LoopOp& op) {
      if (op.out >= 0) defined_[static_cast<size_t>(op.out)] = &op;
    });
    try {
      block(program_.body);
    } catch (const Left&) {  // NOLINT(bugprone-empty-catch): the program is at its end
    }
    return std::move(failure_);
  }

 private:
  void block(const LoopBlock& ops) {
    for (const LoopOp& op : ops) {
      run(op);
      if (exits_) return;
    }
  }

  Array& at(Register r) { return registers_[static_cast<size_t>(r)]; }
  std::vector<Array> operands(const LoopOp& op) {
    std::vector<Array> out;
    for (Register r : op.in) out.push_back(at(r));
    return out;
  }
  int64_t integer(Register r) { return at(r).as<int64_t>()[0]; }
  bool truth(Register r, int lane = 0) {
    auto all = at(r).as<bool>();
    return all[all.size() == 1 ? 0 : static_cast<size_t>(lane)];
  }
  int64_t size(Size size) const {
    return size.known() ? size.number : input_.sizes.at(static_cast<size_t>(size.arg));
  }

  void buffers(const LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::distinct:
        at(op.out) = filled<bool>(Dtype::boolean, 1, [&](int) {
          return memory(op.buffer).data() != memory(static_cast<int>(op.number)).data();
        });
        return;
      case LoopOpKind::view: return view(op);
      case LoopOpKind::choose: {
        auto from = truth(op.in[0]) ? op.number : op.most;
        return become(op, memory(static_cast<int>(from)), 0);
      }
      case LoopOpKind::copy: return copy(op);
      default: return tile(op);
    }
  }

  void run(const LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::constant: at(op.out) = constant(op); return;
      case LoopOpKind::argument: at(op.out) = number(argument(op.number)); return;
      case LoopOpKind::index: at(op.out) = index(op); return;
      case LoopOpKind::compute: at(op.out) = compute(op); return;
      case LoopOpKind::dot:
        at(op.out) = dot(at(op.in[0]), at(op.in[1]), at(op.in[2]), op.number);
        return;
      case LoopOpKind::shuffle: at(op.out) = shuffled(operands(op), op.lanes); return;
      case LoopOpKind::extract: {
        int lane = static_cast<int>(integer(op.in[1]));
        at(op.out) = picked(at(op.in[0]), {&lane, 1});
        return;
      }
      case LoopOpKind::reduce: at(op.out) = reduced(op.name, at(op.in[0]), input_.function); return;
      case LoopOpKind::first_lanes: {
        int64_t count = integer(op.in[0]);
        at(op.out) = filled<bool>(Dtype::boolean, program_.lanes(op.out),
                                  [&](int lane) { return lane < count; });
        return;
      }
      case LoopOpKind::trailing_ones:
        at(op.out) = number(std::countr_one(static_cast<uint64_t>(integer(op.in[0]))));
        return;
      case LoopOpKind::variable:
      case LoopOpKind::get: at(op.out) = at(op.in[0]); return;
      case LoopOpKind::set: at(op.in[0]) = at(op.in[1]); return;
      case LoopOpKind::fold:
        folds_[op.out] = {};
        positions_[op.out] = {};
        at(op.out) = Array(int64_t{0});
        return;
      case LoopOpKind::accumulate: accumulate(op); return;
      case LoopOpKind::end_block: end_block(op); return;
      case LoopOpKind::total: at(op.out) = total(op); return;
      case LoopOpKind::allocate: allocate(op); return;
      case LoopOpKind::load: at(op.out) = load(op); return;
      case LoopOpKind::store: store(op); return;
      case LoopOpKind::fetch_add: at(op.out) = fetch_add(op); return;
      case LoopOpKind::prefetch: return;
      case LoopOpKind::run: return run_function(op);
      case LoopOpKind::loop: loop(op); return;
      case LoopOpKind::exit: exits_ = truth(op.in[0]); return;
      case LoopOpKind::branch: block(op.blocks[truth(op.in[0]) ? 0 : 1]); return;
      case LoopOpKind::call: {
        bool fails = op.number == static_cast<int64_t>(LoopCall::has_failed) && failure_;
        at(op.out) = Array::scalar(Dtype::boolean, fails ? 1 : 0);
        return;
      }
      case LoopOpKind::check: check(op); return;
      case LoopOpKind::leave: throw Left{};
      default: return buffers(op);
    }
  }

  int64_t argument(int64_t number) const {
    if (number < 2) return number == 0 ? input_.begin : input_.end;
    return input_.sizes.at(static_cast<size_t>(number - 2));
  }

  Array constant(const LoopOp& op) {
    int lanes = program_.lanes(op.out);
    Dtype dtype = program_.dtype(op.out);
    if (op.flag) {
      int64_t first = std::get<int64_t>(op.value);
      return filled<int64_t>(dtype, lanes, [&](int lane) { return first + lane; });
    }
    Array one = constant_array(op.value, dtype);
    std::vector<int> all(static_cast<size_t>(lanes), 0);
    return picked(one, all);
  }

  // Of each lane.
  std::vector<int64_t> indices(const LinearIndex& index, int lanes) {
    std::vector<int64_t> out(static_cast<size_t>(lanes), index.constant);
    for (const LinearIndex::Term& term : index.terms) {
      auto values = at(term.value).as<int64_t>();
      int64_t scale = size(term.scale);
      for (size_t lane = 0; lane < out.size(); ++lane) {
        out[lane] += values[values.size() == 1 ? 0 : lane] * scale;
      }
    }
    return out;
  }

  Array index(const LoopOp& op) {
    std::vector<int64_t> all = indices(op.indices[0], program_.lanes(op.out));
    return filled<int64_t>(Dtype::i64, program_.lanes(op.out),
                           [&](int lane) { return all[static_cast<size_t>(lane)]; });
  }

  Array compute(const LoopOp& op) {
    std::vector<Array> in = operands(op);
    for (Array& x : in) x = spread(x, program_.lanes(op.out));
    return apply(op.name, program_.dtype(op.out), in);
  }

  Array apply(Scalar name, Dtype dtype, std::span<const Array> in) {
    return applied(name, dtype, in, input_.function);
  }

  // The reduction that defined the register.
  const LoopOp& fold_of(Register r) const { return *defined_[static_cast<size_t>(r)]; }

  void accumulate(const LoopOp& op) {
    std::vector<Array>& terms = folds_.at(op.in[0]);
    const Array& term = at(op.in[1]);
    if (!fold_of(op.in[0]).lanes.empty()) {
      terms.push_back(term);
      return terms.push_back(at(op.in[2]));
    }
    if (op.in.size() > 2) {
      int64_t position = std::ssize(positions_.at(op.in[0]));
      RILLE_CHECK(integer(op.in[2]) == position, "term ", position, " of %", op.in[0],
                  " is at position ", integer(op.in[2]));
      positions_.at(op.in[0]).push_back(position);
    }
    if (fold_of(op.in[0]).most == 0) return terms.push_back(term);
    auto lanes = static_cast<int>(term.size());
    for (int lane = 0; lane < lanes; ++lane) {
      if (!is_live(op, lane)) continue;
      bool is_next = !fold_of(op.in[0]).flag || std::ssize(terms) % lanes == lane;
      RILLE_CHECK(is_next, "term ", terms.size(), " is in lane ", lane, " of %", op.in[0]);
      terms.push_back(picked(term, {&lane, 1}));
    }
  }

  void end_block(const LoopOp& op) {
    int64_t terms = std::ssize(folds_.at(op.in[0])), all = fold_of(op.in[0]).number;
    RILLE_CHECK(terms % SumOrder::block == 0 || all == 0 || terms == all, "a block of %", op.in[0],
                " ends after term ", terms);
  }

  Array total(const LoopOp& op) {
    const LoopOp& fold = fold_of(op.in[0]);
    const std::vector<Array>& terms = folds_.at(op.in[0]);
    RILLE_CHECK(fold.number == 0 || !fold.lanes.empty() || std::ssize(terms) == fold.number, "%",
                op.in[0], " has ", terms.size(), " terms");
    if (gives_place(fold.name)) {
      return extreme(fold.name, terms, program_.lanes(fold.out), op.flag);
    }
    if (!fold.lanes.empty()) return sum_of_products(fold, terms);
    auto join = [&](const Array& x, const Array& y) {
      std::vector<Array> both = {x, y};
      return apply(fold.name, program_.dtype(op.out), both);
    };
    Array start = identity(fold.name, program_.dtype(op.out), program_.lanes(op.out));
    if (fold.flag) return ordered_total(terms, fold.number, start, join);
    if (terms.empty()) return start;
    Array out = terms[0];
    for (size_t i = 1; i < terms.size(); ++i) out = join(out, terms[i]);
    return out;
  }

  // The factors follow each other.
  Array sum_of_products(const LoopOp& fold, const std::vector<Array>& factors) {
    Dtype dtype = program_.dtype(fold.out);
    Array start = identity(Scalar::add, dtype, program_.lanes(fold.out));
    auto join = [&](const Array& x, const Array& y) {
      std::vector<Array> both = {x, y};
      return apply(Scalar::add, dtype, both);
    };
    auto added = [&](const Array& sum, const Array& x, const Array& y) {
      std::vector<Array> in = {x, y};
      if (!fold.flag) return join(sum, apply(Scalar::mul, dtype, in));
      in.push_back(sum);
      return apply(Scalar::fma, dtype, in);
    };
    return blocks_total(factors, SumOrder::products, start, added, join);
  }

  Array identity(Scalar combiner, Dtype dtype, int lanes) {
    return spread(constant_array(identity_value(combiner, dtype), dtype), lanes);
  }

  int64_t elements_of(const LoopBuffer& buffer) const {
    int64_t out = 1;
    for (Size extent : buffer.extents) out *= size(extent);
    return out;
  }

  LoopMemory& memory(int buffer) { return buffers_[static_cast<size_t>(buffer)]; }

  void allocate(const LoopOp& op) {
    memory(op.buffer).allocate(elements_of(program_.buffers[static_cast<size_t>(op.buffer)]));
  }

  bool is_live(const LoopOp& op, int lane) { return op.mask < 0 || truth(op.mask, lane); }

  // The element of each lane, row-major over the extents of the buffer. Along an axis whose extent
  // is known no index may leave it.
  std::vector<int64_t> elements(const LoopOp& op, int lanes) {
    std::vector<int64_t> out(static_cast<size_t>(lanes));
    const LoopBuffer& buffer = program_.buffers[static_cast<size_t>(op.buffer)];
    for (size_t axis = 0; axis < op.indices.size(); ++axis) {
      std::vector<int64_t> along = indices(op.indices[axis], lanes);
      int64_t stride = op.lane_strides.empty() ? 0 : size(op.lane_strides[axis]);
      bool is_open = buffer.extents[axis].is(0);
      int64_t extent = is_open ? 0 : size(buffer.extents[axis]);
      for (int lane = 0; lane < lanes; ++lane) {
        int64_t own = along[static_cast<size_t>(lane)] + lane * stride;
        if (!is_open && is_live(op, lane) && (own < 0 || own >= extent)) outside(op, axis, own);
        out[static_cast<size_t>(lane)] = out[static_cast<size_t>(lane)] * extent + own;
      }
    }
    return out;
  }

  [[noreturn]] void outside(const LoopOp& op, size_t axis, int64_t index) {
    throw Error(Code::index, str(text(op.kind), " of b", op.buffer, ": index ", index,
                                 " is out of range along axis ", axis, "; ", where()));
  }

  std::string where() const {
    return iteration_ < 0 ? "outside of a parallel loop" : str("in iteration ", iteration_);
  }

  Array load(const LoopOp& op) {
    int lanes = program_.lanes(op.out);
    Array out(Type(program_.dtype(op.out), {Extent(lanes)}));
    size_t each = bytes(out.dtype());
    std::memset(out.edit_data(), 0, each * static_cast<size_t>(lanes));
    std::vector<int64_t> from = elements(op, lanes);
    for (int lane = 0; lane < lanes; ++lane) {
      if (!is_live(op, lane)) continue;
      const std::byte* found = access(op, from[static_cast<size_t>(lane)], false);
      std::memcpy(out.edit_data() + static_cast<size_t>(lane) * each, found, each);
    }
    return out;
  }

  void store(const LoopOp& op) {
    const Array& value = at(op.in[0]);
    auto lanes = static_cast<int>(value.size());
    size_t each = bytes(value.dtype());
    std::vector<int64_t> to = elements(op, lanes);
    for (int lane = 0; lane < lanes; ++lane) {
      if (!is_live(op, lane)) continue;
      std::byte* found = access(op, to[static_cast<size_t>(lane)], true);
      std::memcpy(found, value.data() + static_cast<size_t>(lane) * each, each);
    }
  }

  Array fetch_add(const LoopOp& op) {
    auto* element =
        reinterpret_cast<int64_t*>(access(op, elements(op, 1)[0], true));  // it is an i64
    int64_t before = *element;
    *element += integer(op.in[0]);
    return number(before);
  }

  std::byte* access(const LoopOp& op, int64_t element, bool writes) {
    LoopMemory& memory = this->memory(op.buffer);
    bool is_any = op.flag && op.kind == LoopOpKind::load;
    auto fault = is_any ? memory.reach(element) : memory.touch(element, writes, iteration_);
    switch (fault) {
      case LoopMemory::Fault::none: break;
      case LoopMemory::Fault::outside: outside(op, 0, element);
      case LoopMemory::Fault::unwritten:
        throw Error(Code::value, str("load of b", op.buffer, ": nothing has written element ",
                                     element, "; ", where()));
      case LoopMemory::Fault::race:
        throw Error(Code::value,
                    str(text(op.kind), " of b", op.buffer, ": element ", element,
                        " is accessed by two iterations of a parallel loop; ", where()));
    }
    return memory.at(element);
  }

  // The rows of a tile in memory are accessed as vectors.
  void tile(const LoopOp& op) {
    auto size =
        op.buffer < 0
            ? 1
            : static_cast<int64_t>(bytes(program_.buffers[static_cast<size_t>(op.buffer)].dtype));
    tiles_.run(op, size, [&](int64_t row, int64_t from) {
      LoopOp part = op;
      for (size_t axis = 0; axis < op.indices.size(); ++axis) {
        part.indices[axis].constant += row * this->size(op.lane_strides[axis]);
      }
      part.indices.back().constant += from / size;
      part.lane_strides.clear();
      return access(part, elements(part, 1)[0], op.kind == LoopOpKind::tile_store);
    });
  }

  void view(const LoopOp& op) {
    int64_t from = indices(op.indices[0], 1)[0];
    const LoopMemory& source = memory(static_cast<int>(op.number));
    if (from < 0 || std::cmp_greater(from, source.size())) outside(op, 0, from);
    become(op, source, static_cast<size_t>(from));
  }

  // A view has the size of its extents, or ends where the other buffer does.
  void become(const LoopOp& op, const LoopMemory& source, size_t from) {
    const LoopBuffer& buffer = program_.buffers[static_cast<size_t>(op.buffer)];
    LoopMemory out(buffer.dtype, source, from);
    auto size = static_cast<size_t>(elements_of(buffer)) * bytes(buffer.dtype);
    if (size > out.size()) outside(op, 0, static_cast<int64_t>(from + size));
    if (size > 0) out.shrink(size);
    memory(op.buffer) = std::move(out);
  }

  void copy(const LoopOp& op) {
    const LoopMemory& from = memory(static_cast<int>(op.number));
    auto size = static_cast<size_t>(op.most);
    if (size > std::min(from.size(), memory(op.buffer).size())) outside(op, 0, op.most);
    memory(op.buffer).copy(from, size);
  }

  void run_function(const LoopOp& op) {
    const LoopProgram& function = program_.functions[static_cast<size_t>(op.number)];
    std::vector<LoopMemory> given;
    auto next = op.lanes.begin();
    for (const LoopBuffer& buffer : function.buffers) {
      if (buffer.is_given()) given.emplace_back(buffer.dtype, memory(*next++), 0);
    }
    LoopInput input{
        .begin = integer(op.in[0]), .end = integer(op.in[1]), .function = input_.function};
    auto failure = Interpreter(function, input, std::move(given)).run();
    if (!failure_) failure_ = std::move(failure);
  }

  // Of parallel loops inside each other, the outermost one counts iterations.
  void loop(const LoopOp& op) {
    int64_t from = integer(op.in[0]), to = integer(op.in[1]);
    bool counts = op.flag && iteration_ < 0;
    if (counts) {
      for (LoopMemory& memory : buffers_) memory.begin_parallel();
    }
    RILLE_CHECK(!is_nonempty(op) || from < to, "no iteration of the loop %", op.out);
    int64_t left = op.most > 0 ? op.most : std::numeric_limits<int64_t>::max();
    int64_t allowed = input_.max_iterations;
    for (int64_t i = from; i < to; i += op.number) {
      if (allowed > 0 && i - from >= allowed) {
        throw Error(Code::value, str("more than ", allowed, " iterations of the loop %", op.out));
      }
      RILLE_CHECK(left-- > 0, "more than ", op.most, " iterations of the loop %", op.out);
      if (counts) iteration_ = i - from, tiles_.forget();
      at(op.out) = number(i);
      block(op.blocks[0]);
      if (std::exchange(exits_, false)) break;
    }
    if (counts) iteration_ = -1;
  }

  // Later failures are dropped.
  void check(const LoopOp& op) {
    int lanes = static_cast<int>(at(op.in[0]).size());
    for (int lane = 0; lane < lanes && !failure_; ++lane) {
      if (!truth(op.in[0], lane) || !is_live(op, lane)) continue;
      failure_ = {.check = op.number, .element = indices(op.indices[0], 1)[0] + lane};
      for (size_t i = 1; i < op.in.size(); ++i) {
        int own = at(op.in[i]).size() == 1 ? 0 : lane;
        failure_->payload.push_back(picked(at(op.in[i]), {&own, 1}));
      }
    }
  }

  const LoopProgram& program_;
  const LoopInput& input_;
  std::vector<Array> registers_;
  std::vector<const LoopOp*> defined_;                       // by register
  std::map<Register, std::vector<Array>> folds_;             // terms so far
  std::map<Register, std::vector<int64_t>> positions_ = {};  // of argmax and argmin
  std::vector<LoopMemory> buffers_;
  int64_t iteration_ = -1;  // of the outermost parallel loop
  TileRegisters tiles_ = {};
  bool exits_ = false;  // whether the loop at hand ends
  std::optional<LoopFailure> failure_;
};

}  // namespace

std::optional<LoopFailure> interpret(const LoopProgram& program, const LoopInput& input) {
  std::vector<LoopMemory> given;
  for (const LoopBuffer& buffer : program.buffers) {
    if (!buffer.is_given()) continue;
    RILLE_CHECK(given.size() < input.buffers.size(), text(program));
    const LoopInput::Memory& memory = input.buffers[given.size()];
    given.emplace_back(buffer.dtype, memory.bytes, memory.has_contents);
  }
  return Interpreter(program, input, std::move(given)).run();
}

}  // namespace rille
