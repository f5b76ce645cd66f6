// Loop programs against the machine code made of them.
#include "jit/loops.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

#include "backends/backend.h"
#include "backends/host/error_cell.h"
#include "backends/host/kernels.h"
#include "backends/host/scratch.h"
#include "jit/loops/interpret.h"
#include "jit/op.h"
#include "jit/pass.h"
#include "jit/plan_kernels.h"
#include "tests/diff/oracles.h"
#include "tests/diff/schedules.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille::diff {
namespace {

Array by_device(Scalar name, Dtype, std::span<const Array> in) {
  const Op* op = primitive_of(name);
  RILLE_CHECK(op != nullptr, text(name));
  return host_device().run(*op, in, {}, {})[0];
}

// Arrays with contents of their own, which a kernel may write.
Arrays copies(const Arrays& all) {
  Arrays out;
  for (const Array& x : all) {
    out.emplace_back(x.type());
    if (x.byte_size() > 0) std::memcpy(out.back().edit_data(), x.data(), x.byte_size());
  }
  return out;
}

// One kernel of a plan on drawn contents of its buffers.
class KernelTrial {
 public:
  KernelTrial(const Plan& plan, const PlanStep& step, Chance& chance)
      : is_drawn_(chance.once_in(2)),
        target_(is_drawn_ ? drawn_target(chance) : host_target()),
        shared_(shared_nest(kernel_of(plan, step), target_, {})),
        nest_(shared_.kernel.nest) {
    if (is_drawn_) {
      shared_.kernel.schedule = drawn_schedule(nest_, target_, chance);
      if (shared_.kernel.schedule.iterations > 0 || !has_product(nest_)) {
        shared_.iterations = iterations();
      }
    }
    std::set<int> read;
    for (const Stage& stage : nest_.stages) {
      each_read(stage, [&](const Access& access) { read.insert(access.buffer); });
    }
    size_t first_constant = nest_.arguments() - static_cast<size_t>(nest_.constants);
    for (size_t i = 0; i < nest_.arguments(); ++i) {
      Dtype dtype = nest_.buffers[i];
      if (i >= first_constant) {
        start_.push_back(constant(i - first_constant, dtype));
      } else {
        const Slot& slot = plan.slots[static_cast<size_t>(step.buffers[i])];
        int64_t count = static_cast<int64_t>(slot.bytes / bytes(dtype));
        Numbers numbers = chance.once_in(3) ? Numbers::wild : Numbers::plain;
        start_.push_back(draw(chance, Type(dtype, {Extent(count)}), numbers));
      }
      has_contents_.push_back(read.contains(static_cast<int>(i)));
    }
    int64_t ranges = shared_.iterations / std::max<int64_t>(shared_.kernel.schedule.align, 1);
    middle_ = chance.below(ranges + 1) * shared_.kernel.schedule.align;
  }

  Fault run() {
    LoopProgram plain = lower(nest_).program;
    LoopProgram scheduled = loop_program(shared_.kernel, target_);
    for (const LoopProgram* program : {&plain, &scheduled}) {
      if (Fault fault = misprint(*program)) return fault;
    }
    Arrays want;
    try {
      want = interpreted(sums_pairs(shared_.kernel) ? scheduled : plain);
    } catch (const Error& error) {
      if (error.code() == Code::index) return {};  // drawn numbers are not valid indices
      throw;
    }
    bool fails = failed_;
    auto judge = [&](std::string_view name, auto run) -> Fault {
      Fault fault;
      try {
        fault = same(run(), want);
        if (!fault && failed_ != fails) fault = "a check fails in one of them";
      } catch (const std::exception& error) {
        fault = error.what();
      }
      if (fault) fault = str(name, ": ", *fault, "\n", text(shared_.kernel), text(scheduled));
      return fault;
    };
    if (Fault fault = judge("the scheduled program", [&] { return interpreted(scheduled); })) {
      return fault;
    }
    return judge("machine code", [&] { return compiled(); });
  }

 private:
  ScheduledNest kernel_of(const Plan& plan, const PlanStep& step) const {
    const ScheduledNest& kernel = plan.nests[static_cast<size_t>(step.nest)];
    return is_drawn_ ? scheduled(kernel.nest, target_) : kernel;
  }

  // The iterations that all ranges have together.
  int64_t iterations() const {
    const Schedule& schedule = shared_.kernel.schedule;
    if (schedule.loop < 0) return schedule.iterations;
    Size extent = nest_.stages[0].loops[static_cast<size_t>(schedule.loop)];
    int64_t number =
        extent.known() ? extent.number : shared_.sizes[static_cast<size_t>(extent.arg)];
    return iterations_of(schedule, number);
  }

  Array constant(size_t number, Dtype dtype) const {
    size_t begin = shared_.constants.buffers[number];
    size_t end = number + 1 < shared_.constants.buffers.size()
                     ? shared_.constants.buffers[number + 1]
                     : shared_.constants.bytes.size();
    Array out(Type(dtype, {Extent(static_cast<int64_t>((end - begin) / bytes(dtype)))}));
    std::memcpy(out.edit_data(), shared_.constants.bytes.data() + begin, out.byte_size());
    return out;
  }

  std::vector<std::byte> shared_memory() const {
    return std::vector<std::byte>(static_cast<size_t>(shared_.kernel.schedule.shared));
  }

  // In two ranges, the second one first.
  Arrays compiled() {
    Arrays out = copies(start_);
    std::vector<char*> buffers;
    for (Array& x : out) buffers.push_back(reinterpret_cast<char*>(x.edit_data()));
    std::vector<std::byte> shared = shared_memory();
    buffers.push_back(reinterpret_cast<char*>(shared.data()));
    KernelSource source = shared_.kernel;
    KernelCode code = kernels_of({&source, 1})[0];  // the table may drop it
    KernelFn kernel = code->kernel();
    Scratch scratch(static_cast<size_t>(shared_.kernel.schedule.scratch));
    ErrorCell cell;
    kernel(buffers.data(), shared_.sizes.data(), middle_, shared_.iterations, &cell);
    kernel(buffers.data(), shared_.sizes.data(), 0, middle_, &cell);
    failed_ = cell.failed();
    return out;
  }

  Arrays interpreted(const LoopProgram& program) {
    Arrays out = copies(start_);
    LoopInput input{.end = shared_.iterations, .function = by_device};
    for (size_t i = 0; i < out.size(); ++i) {
      input.buffers.push_back({{out[i].edit_data(), out[i].byte_size()}, has_contents_[i]});
    }
    std::vector<std::byte> shared = shared_memory();
    input.shared = shared;
    input.sizes.assign(shared_.sizes.begin(), shared_.sizes.end());
    failed_ = interpret(program, input).has_value();
    return out;
  }

  bool is_drawn_;  // whether the schedule is not the host's
  Target target_;  // of the schedule; machine code is for the host's instructions
  SharedNest shared_;
  const Nest& nest_;
  Arrays start_;
  std::vector<bool> has_contents_;
  int64_t middle_ = 0;
  bool failed_ = false;
};

// Functions whose primitive takes a static argument instead of an operand, or an option.
bool has_op(const Nest& nest) {
  static constexpr Scalar others[] = {Scalar::bessel_jn, Scalar::expn,       Scalar::polygamma,
                                      Scalar::peer_log,  Scalar::peer_log1p, Scalar::peer_erf_inv};
  return std::ranges::none_of(nest.stages, [](const Stage& stage) {
    return std::ranges::any_of(
        stage.code, [](const NestStep& step) { return std::ranges::count(others, step.name) > 0; });
  });
}

// The kernel of a loop, on drawn operands.
class LoopTrial {
 public:
  LoopTrial(const Plan& plan, const PlanStep& step, PlanLoop loop, Chance& chance)
      : kernel_(kernel_of(std::move(loop), host_target(), {})),
        program_(loop_program(kernel_.source, host_target())) {
    const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
    LoopShape shape = loop_shape(node);
    iterations_ = shape.dynamic ? INT64_MAX : shape.length.number();
    for (int slot : step.in) {
      Type type = plan.slots[static_cast<size_t>(slot)].type;
      Numbers numbers = chance.once_in(3) ? Numbers::wild : Numbers::plain;
      add(type.form() == TypeForm::array ? draw(chance, type, numbers) : bytes_of({}));
    }
    inputs_ = start_.size();
    for (int slot : step.out) {
      Type type = plan.slots[static_cast<size_t>(slot)].type;
      if (type.form() != TypeForm::array) type = Type(Dtype::u8, {Extent(0)});
      add(Array(type));
      std::fill_n(start_.back().edit_data(), start_.back().byte_size(), std::byte{0});
    }
    results_ = start_.size();
    add(bytes_of(std::vector<char>(step.scratch)));
    add(bytes_of(kernel_.constants.bytes));
  }

  Fault run() {
    if (Fault fault = misprint(program_)) return fault;
    std::string printed = text(program_);
    Arrays want;
    try {
      want = interpreted();
    } catch (const Error& error) {
      // Drawn numbers are not valid indices, and may let a loop run for ever.
      bool is_too_long =
          std::string_view(error.what()).find("iterations of the loop") != std::string_view::npos;
      if (error.code() == Code::index || is_too_long) return {};
      return str("the loop's program: ", error.what(), "\n", printed);
    }
    bool fails = failed_;
    Arrays got = compiled();
    if (fails != failed_) return str("a check fails in one of them\n", printed);
    Fault fault = fails ? Fault{} : same(got, want);
    return fault ? str("machine code of a loop: ", *fault, "\n", printed) : fault;
  }

 private:
  static constexpr int64_t max_iterations = 300;

  static Array bytes_of(const std::vector<char>& bytes) {
    Array out(Type(Dtype::u8, {Extent(std::ssize(bytes))}));
    if (!bytes.empty()) std::memcpy(out.edit_data(), bytes.data(), bytes.size());
    return out;
  }
  void add(Array x) { start_.push_back(std::move(x)); }

  Arrays results(const Arrays& all) const {
    return {all.begin() + static_cast<std::ptrdiff_t>(inputs_),
            all.begin() + static_cast<std::ptrdiff_t>(results_)};
  }

  Arrays interpreted() {
    Arrays all = copies(start_);
    LoopInput input{.end = iterations_, .max_iterations = max_iterations, .function = by_device};
    for (size_t i = 0; i < all.size(); ++i) {
      bool has_contents = i < inputs_ || i > results_;
      input.buffers.push_back({{all[i].edit_data(), all[i].byte_size()}, has_contents});
    }
    failed_ = interpret(program_, input).has_value();
    return results(all);
  }

  Arrays compiled() {
    Arrays all = copies(start_);
    std::vector<char*> buffers;
    for (Array& x : all) buffers.push_back(reinterpret_cast<char*>(x.edit_data()));
    KernelCode code = kernels_of({&kernel_.source, 1})[0];
    Scratch scratch(static_cast<size_t>(kernel_.launch.scratch));
    ErrorCell cell;
    code->kernel()(buffers.data(), kernel_.sizes.data(), 0, iterations_, &cell);
    failed_ = cell.failed();
    return results(all);
  }

  PlanKernel kernel_;
  LoopProgram program_;
  int64_t iterations_ = 0;
  Arrays start_;  // of all buffers
  size_t inputs_ = 0, results_ = 0;
  bool failed_ = false;
};

bool has_ops(const PlanLoop& loop) {
  return std::ranges::all_of(plans_of(loop), [](const Plan* plan) {
    return std::ranges::all_of(plan->nests,
                               [](const ScheduledNest& kernel) { return has_op(kernel.nest); });
  });
}

Verdict judge(const Plan& plan, Chance& chance) {
  Verdict out{{}, false};
  for (const PlanStep& step : plan.steps) {
    for (const auto& part : step.parts) {
      Verdict inner = judge(*part, chance);
      out.spoke = out.spoke || inner.spoke;
      if (inner.fault) return inner;
    }
    auto loop = loop_in_one_kernel(plan, step);
    if (loop && has_ops(*loop)) {
      out.spoke = true;
      if (Fault fault = LoopTrial(plan, step, std::move(*loop), chance).run()) return {fault};
    }
    bool is_kernel = step.kind == PlanStep::Kind::nest;
    if (!is_kernel) continue;
    const ScheduledNest& kernel = plan.nests[static_cast<size_t>(step.nest)];
    if (!has_op(kernel.nest)) continue;
    out.spoke = true;
    if (Fault fault = KernelTrial(plan, step, chance).run()) return {fault};
  }
  return out;
}

// A product of two arrays whose axes are in any order, with something before it and after it.
class ProductGraph {
 public:
  explicit ProductGraph(Chance& chance) : chance_(chance) {}

  Graph draw() {
    static constexpr Dtype dtypes[] = {Dtype::f32, Dtype::f32, Dtype::f64, Dtype::bf16,
                                       Dtype::f16, Dtype::i32, Dtype::i8};
    dtype_ = chance_.one_of(dtypes);
    has_batch_ = chance_.once_in(3);
    Contraction axes;
    int64_t batch = chance_.from(1, 3), deep = chance_.from(1, 40);
    int64_t rows = chance_.from(1, 24), columns = chance_.from(1, 40);
    if (chance_.once_in(4)) {
      deep = chance_.from(1, 130);
      rows = chance_.from(1, 70), columns = chance_.from(1, 70);
    }
    if (chance_.once_in(8)) {
      deep = chance_.from(1000, 2200);
      rows = chance_.from(1, 9), columns = chance_.from(1, 12);
    }
    Var x = operand(batch, rows, deep, axes.left_batch, axes.left_contracted);
    Var y = operand(batch, columns, deep, axes.right_batch, axes.right_contracted);
    Dtype sum = dtype_ == Dtype::i8 ? Dtype::i32 : dtype_;
    if (dtype_ == Dtype::bf16 && chance_.once_in(2)) {
      axes.precision = Precision::fast;
      if (chance_.once_in(2)) sum = Dtype::f32;
    }
    Shape shape = {rows, columns};
    if (has_batch_) shape.insert(shape.begin(), batch);
    Var out = after(op::dot_general(b_, x, y, axes, sum), {sum, shape});
    if (axes.precision && chance_.once_in(2)) out = times_another(out, axes.precision);
    return std::move(b_).finish({out});
  }

 private:
  Var operand(int64_t batch, int64_t across, int64_t deep, Ints& batch_axes, Ints& deep_axes) {
    std::vector<std::pair<char, int64_t>> all = {{'a', across}, {'d', deep}};
    if (has_batch_) all.emplace_back('b', batch);
    for (size_t i = all.size(); i-- > 1;) {
      std::swap(all[i], all[static_cast<size_t>(chance_.below(static_cast<int64_t>(i) + 1))]);
    }
    Shape shape;
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].first == 'b') batch_axes.push_back(static_cast<int64_t>(i));
      if (all[i].first == 'd') deep_axes.push_back(static_cast<int64_t>(i));
      shape.push_back(all[i].second);
    }
    Var out = b_.param({dtype_, shape});
    if (chance_.once_in(4)) out = op::neg(b_, out);
    if (chance_.once_in(6)) out = op::mul(b_, out, b_.param({dtype_, shape}));
    return out;
  }

  // Two products may run row by row in one kernel.
  Var times_another(Var x, std::optional<Precision> precision) {
    Type type = b_.type(x).with(dtype_);
    Shape shape = type.shape();
    auto last = static_cast<int64_t>(shape.size()) - 1;
    shape[static_cast<size_t>(last) - 1] = shape.back();
    shape.back() = Extent(chance_.from(1, 40));
    Contraction axes{
        .left_contracted = {last}, .right_contracted = {last - 1}, .precision = precision};
    if (has_batch_) axes.left_batch = axes.right_batch = {0};
    Var w = b_.param({dtype_, shape});
    return op::dot_general(b_, op::convert(b_, x, dtype_), w, axes, Dtype::f32);
  }

  Var after(Var product, const Type& type) {
    const Shape& shape = type.shape();
    auto last = static_cast<int64_t>(shape.size()) - 1;
    if (chance_.once_in(3)) {
      Var bias = b_.param({type.dtype(), {shape.back()}});
      Ints new_axes;
      for (int64_t axis = 0; axis < last; ++axis) new_axes.push_back(axis);
      product = op::add(b_, product, op::broadcast(b_, bias, shape, new_axes));
    }
    if (chance_.once_in(3)) product = op::max(b_, product, op::fill(b_, type, zero(type.dtype())));
    if (chance_.once_in(4)) {  // a causal mask
      Type places(Dtype::i32, shape);
      Var keeps = op::lt(b_, op::iota(b_, places, last), op::iota(b_, places, last - 1));
      product = op::select(b_, keeps, product, op::fill(b_, type, zero(type.dtype())));
    }
    return product;
  }
  static AttrValue zero(Dtype dtype) {
    return is_float(dtype) ? AttrValue(0.0) : AttrValue(int64_t{0});
  }

  Chance& chance_;
  Builder b_;
  Dtype dtype_ = Dtype::f32;
  bool has_batch_ = false;
};

}  // namespace

Fault misprint(const LoopProgram& program) {
  verify(program);
  std::string printed = text(program);
  if (text(parse_loops(printed)) == printed) return {};
  return str("read back otherwise:\n", printed);
}

Verdict by_loops(const Graph& graph, const Arrays&, Chance& chance) {
  Verdict out = judge(make_plan(optimize(graph), host_target()), chance);
  if (out.fault || !chance.once_in(3)) return out;
  Graph product = ProductGraph(chance).draw();
  Verdict of_product = judge(make_plan(optimize(product), host_target()), chance);
  return of_product.spoke ? of_product : out;
}

}  // namespace rille::diff
