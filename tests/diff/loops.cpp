// Loop programs against the machine code made of them.
#include "jit/loops.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "backends/backend.h"
#include "backends/host/error_cell.h"
#include "backends/host/kernels.h"
#include "backends/host/scratch.h"
#include "jit/loops/interpret.h"
#include "jit/op.h"
#include "jit/pass.h"
#include "jit/plan.h"
#include "tests/diff/oracles.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille::diff {
namespace {

Array by_device(Scalar name, Dtype, std::span<const Array> in) {
  const Op* op = primitive_of(name);
  RILLE_CHECK(op != nullptr, text(name));
  return host_device().run(*op, in, {}, {})[0];
}

// One kernel of a plan on drawn contents of its buffers.
class KernelTrial {
 public:
  KernelTrial(const Plan& plan, const PlanStep& step, Chance& chance)
      : shared_(shared_nest(plan.nests[static_cast<size_t>(step.nest)], host_target(), {})),
        nest_(shared_.kernel.nest) {
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
    int64_t ranges = shared_.turns / std::max<int64_t>(shared_.kernel.schedule.align, 1);
    middle_ = chance.below(ranges + 1) * shared_.kernel.schedule.align;
  }

  Fault run() {
    LoopProgram plain = lower(nest_).program;
    LoopProgram scheduled = loop_program(shared_.kernel, host_target());
    for (const LoopProgram* program : {&plain, &scheduled}) {
      verify(*program);
      std::string printed = text(*program);
      if (text(parse_loops(printed)) != printed) return str("read back otherwise:\n", printed);
    }
    Arrays want;
    try {
      want = interpreted(plain);
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
  Array constant(size_t number, Dtype dtype) const {
    size_t begin = shared_.constants.buffers[number];
    size_t end = number + 1 < shared_.constants.buffers.size()
                     ? shared_.constants.buffers[number + 1]
                     : shared_.constants.bytes.size();
    Array out(Type(dtype, {Extent(static_cast<int64_t>((end - begin) / bytes(dtype)))}));
    std::memcpy(out.edit_data(), shared_.constants.bytes.data() + begin, out.byte_size());
    return out;
  }

  Arrays fresh() const {
    Arrays out;
    for (const Array& x : start_) {
      out.emplace_back(x.type());
      if (x.byte_size() > 0) std::memcpy(out.back().edit_data(), x.data(), x.byte_size());
    }
    return out;
  }

  // In two ranges, the second one first.
  Arrays compiled() {
    Arrays out = fresh();
    std::vector<char*> buffers;
    for (Array& x : out) buffers.push_back(reinterpret_cast<char*>(x.edit_data()));
    KernelSource source = shared_.kernel;
    KernelCode code = kernels_of({&source, 1})[0];  // the table may drop it
    KernelFn kernel = code->kernel();
    ErrorCell cell;
    kernel(buffers.data(), shared_.sizes.data(), middle_, shared_.turns, &cell);
    kernel(buffers.data(), shared_.sizes.data(), 0, middle_, &cell);
    failed_ = cell.failed();
    return out;
  }

  Arrays interpreted(const LoopProgram& program) {
    Arrays out = fresh();
    LoopInput input{.end = shared_.turns, .function = by_device};
    for (size_t i = 0; i < out.size(); ++i) {
      input.buffers.push_back({{out[i].edit_data(), out[i].byte_size()}, has_contents_[i]});
    }
    input.sizes.assign(shared_.sizes.begin(), shared_.sizes.end());
    failed_ = interpret(program, input).has_value();
    return out;
  }

  SharedNest shared_;
  const Nest& nest_;
  Arrays start_;
  std::vector<bool> has_contents_;
  int64_t middle_ = 0;
  bool failed_ = false;
};

// Functions whose primitive takes a static argument instead of an operand, or an option.
bool has_op(const Nest& nest) {
  static constexpr Scalar others[] = {Scalar::bessel_jn, Scalar::expn, Scalar::polygamma,
                                      Scalar::peer_log, Scalar::peer_log1p,
                                      Scalar::peer_erf_inv};
  return std::ranges::none_of(nest.stages, [](const Stage& stage) {
    return std::ranges::any_of(
        stage.code, [](const NestStep& step) { return std::ranges::count(others, step.name) > 0; });
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
    bool is_kernel = step.kind == PlanStep::Kind::nest;
    if (!is_kernel) continue;
    const ScheduledNest& kernel = plan.nests[static_cast<size_t>(step.nest)];
    if (!can_lower(kernel) || !has_op(kernel.nest)) continue;
    out.spoke = true;
    if (Fault fault = KernelTrial(plan, step, chance).run()) return {fault};
  }
  return out;
}

}  // namespace

Verdict by_loops(const Graph& graph, const Arrays&, Chance& chance) {
  return judge(make_plan(optimize(graph), host_target()), chance);
}

}  // namespace rille::diff
