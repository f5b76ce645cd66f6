// Steps, branches, and loops of plans as one loop program.
#include "jit/loops/control.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>

#include "jit/loops.h"
#include "jit/loops/build.h"
#include "jit/loops/record.h"
#include "jit/loops/transform.h"
#include "jit/op.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr size_t near_arena = 4096;           // bytes
constexpr size_t near_carry = 512;            // bytes that are copied each iteration
constexpr int64_t iterations_of_a_look = 64;  // from one look for stops to the next

size_t lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

size_t bytes_of(const Plan& plan, int slot) { return plan.slots[static_cast<size_t>(slot)].bytes; }

void collect(const Plan& plan, std::vector<const Plan*>& out) {
  out.push_back(&plan);
  for (const PlanStep& step : plan.steps) {
    for (const auto& part : step.parts) collect(*part, out);
  }
}

class PlanLowering {
 public:
  PlanLowering(const PlanLoop& loop, const Target& target)
      : loop_(loop), target_(target), b_(out_) {
    int count = 0;
    for (const Plan* plan : plans_of(loop)) {
      first_checks_.emplace(plan, count);
      count += static_cast<int>(plan->checks.size());
    }
    has_checks_ = count > 0;
  }

  LoopProgram run(size_t constants) {
    const LoopShape& shape = loop_.shape;
    Places in, out;
    for (size_t i = 0; i < shape.consts + shape.carry + shape.xs; ++i) {
      bool is_whole = i < shape.consts + shape.carry;  // else its rows are as many as iterations
      in.push_back(given(is_whole ? bytes_of(*loop_.body, loop_.body->params[i]) : 0));
    }
    for (size_t i = 0; i < shape.carry + shape.ys; ++i) {
      out.push_back(given(i < shape.carry ? bytes_of(*loop_.body, loop_.body->results[i]) : 0));
    }
    int memory = given(0);
    constants_ = given(constants);
    out_.buffers.back().role = LoopBuffer::Role::constant;
    bool is_while = loop_.condition != nullptr;
    this->loop({shape, loop_.condition.get(), *loop_.body, in, out, memory,
                is_while ? Register(-1) : b_.end()});
    b_.finish();
    return std::move(out_);
  }

 private:
  using Places = std::vector<int>;  // buffers of bytes; -1: none

  // A loop, and where the things that it names are.
  struct Whole {
    const LoopShape& shape;
    const Plan* condition;  // null: a scan
    const Plan& body;
    std::span<const int> in, out;
    int memory;           // of its step
    Register iterations;  // -1: until the condition says so
  };
  struct Carry {
    size_t bytes = 0;
    bool is_near = false, stays = false;
    int from = -1, to = -1;       // the caller's
    int first = -1, second = -1;  // where iterations 0, 2, … and 1, 3, … write it
    int now = -1, next = -1;      // where the iteration at hand reads and writes it
  };

  int buffer(LoopBuffer::Role role, Dtype dtype, size_t count) {
    out_.buffers.push_back(
        {.role = role, .dtype = dtype, .extents = {static_cast<int64_t>(count)}});
    origins_.emplace_back(-1, LinearIndex{});
    return static_cast<int>(out_.buffers.size()) - 1;
  }
  int given(size_t bytes) { return buffer(LoopBuffer::Role::argument, Dtype::u8, bytes); }
  int local(size_t bytes) {
    int out = buffer(LoopBuffer::Role::local, Dtype::u8, std::max<size_t>(bytes, 1));
    b_.add({.kind = LoopOpKind::allocate, .buffer = out});
    return out;
  }
  int view(int source, const LinearIndex& from, Dtype dtype, size_t count) {
    int out = buffer(LoopBuffer::Role::view, dtype, count);
    origins_.back() = {source, from};
    b_.add({.kind = LoopOpKind::view, .number = source, .buffer = out, .indices = {from}});
    return out;
  }
  int choose(Register condition, int one, int other, size_t bytes) {
    int out = buffer(LoopBuffer::Role::view, Dtype::u8, bytes);
    b_.add({.kind = LoopOpKind::choose,
            .in = {condition},
            .number = one,
            .buffer = out,
            .most = other});
    return out;
  }
  static LinearIndex at(size_t bytes) { return {.constant = static_cast<int64_t>(bytes)}; }

  void copy(int to, int from, size_t bytes) {
    if (bytes == 0 || to == from) return;
    const auto &a = origins_[static_cast<size_t>(to)], &b = origins_[static_cast<size_t>(from)];
    if (a.first >= 0 && a == b) return;
    b_.add({.kind = LoopOpKind::copy,
            .number = from,
            .buffer = to,
            .most = static_cast<int64_t>(bytes)});
  }

  Register load(int place, Dtype dtype) {
    int typed = view(place, {}, dtype, 1);
    return b_.add({dtype, 1}, {.kind = LoopOpKind::load, .buffer = typed, .indices = {{}}});
  }

  int memory_of(const Plan& plan, int far) {
    bool is_near = plan.arena_bytes > 0 && plan.arena_bytes <= near_arena;
    return is_near ? local(plan.arena_bytes) : far;
  }

  void plan(const Plan& plan, const Places& params, const Places& results, int arena) {
    Places places(plan.slots.size(), -1);
    for (size_t i = 0; i < params.size(); ++i) {
      places[static_cast<size_t>(plan.params[i])] = params[i];
    }
    for (size_t i = 0; i < results.size(); ++i) {
      places[static_cast<size_t>(plan.results[i])] = results[i];
    }
    for (const PlanStep& step : plan.steps) this->step(plan, step, places, arena);
  }

  // Slots become views where the first step needs them.
  Places pick(const Plan& plan, const std::vector<int>& slots, Places& places, int arena) {
    Places out;
    for (int number : slots) {
      int& place = places[static_cast<size_t>(number)];
      const Slot& slot = plan.slots[static_cast<size_t>(number)];
      bool is_constant = slot.home == Slot::Home::constants;
      if (place < 0 && (is_constant || slot.home == Slot::Home::arena)) {
        place = view(is_constant ? constants_ : arena, at(slot.offset), Dtype::u8, slot.bytes);
      }
      out.push_back(place);
    }
    return out;
  }

  void step(const Plan& plan, const PlanStep& step, Places& places, int arena) {
    if (step.kind == PlanStep::Kind::nest) {
      return nest(plan, step, pick(plan, step.buffers, places, arena));
    }
    Places in = pick(plan, step.in, places, arena), out = pick(plan, step.out, places, arena);
    if (step.kind == PlanStep::Kind::copy) {
      return copy(out[0], in[0], bytes_of(plan, step.out[0]));
    }
    const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
    if (step.kind == PlanStep::Kind::structured) return update(node, plan.graph, in, out[0]);
    int memory = step.buffers.empty() ? -1 : pick(plan, step.buffers, places, arena)[0];
    if (!is_loop(node)) return branch(node, plan.graph, step, in, out, memory);
    LoopShape shape = loop_shape(node);
    bool is_while = step.parts.size() == 2;
    loop({shape, is_while ? step.parts[0].get() : nullptr, *step.parts.back(), in, out, memory,
          is_while ? Register(-1) : b_.i64(shape.length.number())});
  }

  // The function of a nest, its checks numbered from `first_check` on.
  int function(const ScheduledNest& kernel, int first_check) {
    const Nest& nest = kernel.nest;
    auto next = static_cast<int>(out_.functions.size());
    auto [found, is_new] =
        functions_.emplace(std::pair(&nest, nest.checks() ? first_check : 0), next);
    if (!is_new) return found->second;
    ScheduledNest own = kernel;
    for (Stage& stage : own.nest.stages) {
      for (NestCheck& check : stage.checks) check.check += first_check;
    }
    out_.functions.push_back(loop_program(own, target_));
    return next;
  }

  // Products stay functions: their work is worth a call.
  void nest(const Plan& plan, const PlanStep& step, Places places) {
    for (int& place : places) place = place < 0 ? local(1) : place;  // it is not read
    const ScheduledNest& kernel = plan.nests[static_cast<size_t>(step.nest)];
    b_.add({.kind = LoopOpKind::run,
            .in = {b_.i64(0), b_.i64(kernel.schedule.iterations)},
            .number = function(kernel, first_checks_.at(&plan) + step.first_check),
            .lanes = std::move(places),
            .flag = !has_product(kernel.nest)});
  }

  // A window put into an array; where it would leave the array, it is moved.
  void update(const Node& node, const Graph& graph, const Places& in, int out) {
    const Type &x = graph.type(node.in[0]), &window = graph.type(node.in[1]);
    auto item = static_cast<int64_t>(bytes(x.dtype()));
    copy(out, in[0], static_cast<size_t>(x.count() * item));
    if (window.count() == 0) return;
    Ints shape = x.ints(), size = window.ints();
    LinearIndex from, to;
    int64_t across = item, along = item;  // bytes of one step along an axis of x, of the window
    Ints steps(shape.size()), window_steps(shape.size());
    for (size_t axis = shape.size(); axis-- > 0;) {
      Dtype dtype = graph.type(node.in[2 + axis]).dtype();
      Register start = load(in[2 + axis], dtype);
      if (dtype != Dtype::i64) start = b_.compute(Scalar::convert, Dtype::i64, {start});
      start = b_.greatest(start, b_.i64(0));
      start = b_.least(start, b_.i64(shape[axis] - size[axis]));
      to.terms.push_back({start, across});
      steps[axis] = across, window_steps[axis] = along;
      across *= shape[axis], along *= size[axis];
    }
    auto row = static_cast<size_t>(size.empty() ? item : size.back() * item);
    auto rows = [&](auto& self, size_t axis) -> void {
      if (axis + 1 >= size.size()) {
        int target = view(out, to, Dtype::u8, row), source = view(in[1], from, Dtype::u8, row);
        return copy(target, source, row);
      }
      b_.loop({.from = b_.i64(0), .to = b_.i64(size[axis])}, [&](Register counter) {
        LinearIndex outer_from = from, outer_to = to;
        from.terms.push_back({counter, window_steps[axis]});
        to.terms.push_back({counter, steps[axis]});
        self(self, axis + 1);
        from = outer_from, to = outer_to;
      });
    };
    rows(rows, 0);
  }

  // A boolean chooses the first of two parts where it holds. An integer is the number of a part;
  // where there is none of this number, the nearest one runs.
  void branch(const Node& node, const Graph& graph, const PlanStep& step, const Places& in,
              const Places& out, int memory) {
    Dtype dtype = graph.type(node.in[0]).dtype();
    Register number = load(in[0], dtype);
    Places rest(in.begin() + 1, in.end());
    auto part = [&](size_t i) {
      const Plan& own = *step.parts[i];
      plan(own, rest, out, memory_of(own, memory));
    };
    if (dtype == Dtype::boolean) {
      size_t other = std::min<size_t>(step.parts.size() - 1, 1);
      return b_.branch(number, [&] { part(0); }, [&] { part(other); });
    }
    number = b_.compute(Scalar::convert, Dtype::i64, {number});
    auto from = [&](auto& self, size_t i) -> void {
      if (i + 1 == step.parts.size()) return part(i);
      Register is_it = b_.truth(Scalar::le, number, b_.i64(static_cast<int64_t>(i)));
      b_.branch(is_it, [&] { part(i); }, [&] { self(self, i + 1); });
    };
    from(from, 0);
  }

  // A small carry is copied to the stack, and each iteration's result over it. A large one goes
  // through two places, of which one is the result's own (backends/host/region.cpp does the same);
  // one that the body updates in place stays in the result after the first iteration.
  std::vector<Carry> carries(const Whole& whole) {
    std::vector<Carry> out(whole.shape.carry);
    size_t at = lines(whole.body.arena_bytes);
    if (whole.condition != nullptr) at = std::max(at, lines(whole.condition->arena_bytes));
    for (size_t i = 0; i < out.size(); ++i) {
      Carry& carry = out[i];
      carry.from = whole.in[whole.shape.consts + i], carry.to = whole.out[i];
      carry.bytes = bytes_of(whole.body, whole.body.params[whole.shape.consts + i]);
      carry.is_near = carry.bytes <= near_carry;
      carry.stays = stays_in_place(whole.body, whole.shape, i);
      if (carry.is_near) {
        carry.now = local(carry.bytes);
        carry.next = carry.stays ? carry.now : local(carry.bytes);
        copy(carry.now, carry.from, carry.bytes);
      } else if (carry.stays) {
        carry.first = carry.second = carry.to;
      } else {
        int spare = view(whole.memory, PlanLowering::at(at), Dtype::u8, carry.bytes);
        Register is_free = distinct(carry.from, carry.to);
        carry.first = choose(is_free, carry.to, spare, carry.bytes);
        carry.second = choose(is_free, spare, carry.to, carry.bytes);
      }
      if (!carry.stays) at += lines(carry.bytes);
    }
    return out;
  }

  Register distinct(int one, int other) {
    return b_.add({Dtype::boolean, 1},
                  {.kind = LoopOpKind::distinct, .number = other, .buffer = one});
  }

  // Where iteration `number` reads and writes large carries.
  void places_in(Register number, std::vector<Carry>& carries) {
    bool has_large = std::ranges::any_of(carries, [](const Carry& it) { return !it.is_near; });
    if (!has_large) return;
    Register is_first = b_.truth(Scalar::eq, number, b_.i64(0));
    Register is_even = b_.truth(Scalar::eq, b_.bits_and(number, b_.i64(1)), b_.i64(0));
    for (Carry& carry : carries) {
      if (carry.is_near) continue;
      int last = carry.to;
      carry.next = carry.to;
      if (!carry.stays) {
        carry.next = choose(is_even, carry.first, carry.second, carry.bytes);
        last = choose(is_even, carry.second, carry.first, carry.bytes);
      }
      carry.now = choose(is_first, carry.from, last, carry.bytes);
    }
  }

  Register goes_on(const Whole& whole, const std::vector<Carry>& carries) {
    Places params(whole.in.begin(), whole.in.end());
    for (size_t i = 0; i < carries.size(); ++i) params[whole.shape.consts + i] = carries[i].now;
    int answer = local(1);
    plan(*whole.condition, params, {answer}, memory_of(*whole.condition, whole.memory));
    return load(answer, Dtype::boolean);
  }

  void body(const Whole& whole, const std::vector<Carry>& carries, Register number) {
    const LoopShape& shape = whole.shape;
    Places params(whole.in.begin(), whole.in.end()), results;
    for (size_t i = 0; i < shape.carry; ++i) {
      params[shape.consts + i] = carries[i].now;
      results.push_back(carries[i].next);
    }
    if (shape.reverse) number = b_.minus(b_.minus(whole.iterations, b_.i64(1)), number);
    auto row = [&](int place, int slot) {
      size_t bytes = bytes_of(whole.body, slot);
      if (place < 0) return -1;
      LinearIndex from{.terms = {{number, static_cast<int64_t>(bytes)}}};
      return view(place, from, Dtype::u8, bytes);
    };
    for (size_t i = shape.consts + shape.carry; i < params.size(); ++i) {
      params[i] = row(params[i], whole.body.params[i]);
    }
    for (size_t i = shape.carry; i < whole.out.size(); ++i) {
      results.push_back(row(whole.out[i], whole.body.results[i]));
    }
    plan(whole.body, params, results, memory_of(whole.body, whole.memory));
    for (const Carry& carry : carries) {
      if (carry.is_near) copy(carry.now, carry.next, carry.bytes);
    }
  }

  // The kernel returns where the run is to stop, for which it looks now and then, and where a check
  // has failed: its results are not read then.
  void leave_where_failed(Register number) {
    Register rest = b_.bits_and(number, b_.i64(iterations_of_a_look - 1));
    b_.branch(b_.truth(Scalar::eq, rest, b_.i64(iterations_of_a_look - 1)),
              [&] { b_.leave_where(LoopCall::is_stopping); });
    if (has_checks_) b_.leave_where(LoopCall::has_failed);
  }

  void loop(const Whole& whole) {
    std::vector<Carry> carries = this->carries(whole);
    bool is_while = whole.condition != nullptr;
    bool has_large = std::ranges::any_of(carries, [](const Carry& it) { return !it.is_near; });
    Register count = whole.iterations, done = -1;
    if (is_while) count = b_.i64(std::numeric_limits<int64_t>::max());
    if (is_while && has_large) {
      done = b_.add({Dtype::i64, 1}, {.kind = LoopOpKind::variable, .in = {b_.i64(0)}});
    }
    b_.loop({.from = b_.i64(0), .to = count}, [&](Register number) {
      places_in(number, carries);
      if (is_while) {
        Register ends = b_.compute(Scalar::bit_not, Dtype::boolean, {goes_on(whole, carries)});
        b_.add({.kind = LoopOpKind::exit, .in = {ends}});
      }
      body(whole, carries, number);
      leave_where_failed(number);
      if (done >= 0) {
        b_.add({.kind = LoopOpKind::set, .in = {done, b_.plus(number, b_.i64(1))}});
      }
    });
    if (done >= 0) count = b_.add({Dtype::i64, 1}, {.kind = LoopOpKind::get, .in = {done}});
    places_in(count, carries);
    for (const Carry& carry : carries) {
      if (carry.is_near) {
        copy(carry.to, carry.now, carry.bytes);
      } else {
        b_.branch(distinct(carry.to, carry.now), [&] { copy(carry.to, carry.now, carry.bytes); });
      }
    }
  }

  const PlanLoop& loop_;
  const Target& target_;
  LoopProgram out_;
  LoopBuilder b_;
  std::vector<std::pair<int, LinearIndex>> origins_;  // of buffers: what each is a view of, or -1
  int constants_ = -1;
  std::map<const Plan*, int> first_checks_;  // of each plan, among those of the loop
  bool has_checks_ = false;
  std::map<std::pair<const Nest*, int>, int> functions_;
};

}  // namespace

std::vector<const Plan*> plans_of(const PlanLoop& loop) {
  std::vector<const Plan*> out;
  if (loop.condition != nullptr) collect(*loop.condition, out);
  collect(*loop.body, out);
  return out;
}

LoopProgram loop_program(const PlanLoop& loop, size_t constants, const Target& target) {
  LoopProgram out = PlanLowering(loop, target).run(constants);
  clean(out);
  record(out);
  return out;
}

}  // namespace rille
