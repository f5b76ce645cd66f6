// Recorded programs of small loops.
#include "tests/kernels/programs.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

#include "jit/plan_kernels.h"
#include "tests/diff/oracles.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille::diff {
namespace {

using Role = LoopBuffer::Role;

const LoopBuffer& at(const LoopProgram& program, int64_t buffer) {
  return program.buffers[static_cast<size_t>(buffer)];
}

int64_t bytes_of(const LoopBuffer& buffer) {
  auto out = static_cast<int64_t>(bytes(buffer.dtype));
  for (Size extent : buffer.extents) out *= extent.number;
  return out;
}

// The dtypes of what buffers of bytes hold, by the operations that access them. Buffers that are
// copied to each other, and views of the whole of a buffer or of its rows, hold the same.
class ElementTypes {
 public:
  explicit ElementTypes(const LoopProgram& program)
      : program_(program), group_(program.buffers.size()), found_(program.buffers.size()) {
    std::iota(group_.begin(), group_.end(), size_t{0});
    for (size_t i = 0; i < group_.size(); ++i) {
      if (program.buffers[i].is_given()) last_.push_back(static_cast<int64_t>(i));
    }
    last_.erase(last_.begin(), last_.end() - 2);
    each_op(program.body, [&](const LoopOp& op) { note(op); });
  }

  std::optional<Dtype> of(int64_t buffer) {
    std::set<Dtype> all;
    for (size_t i = 0; i < group_.size(); ++i) {
      if (root(i) == root(static_cast<size_t>(buffer)))
        all.insert(found_[i].begin(), found_[i].end());
    }
    if (all.contains(Dtype::boolean)) return Dtype::boolean;
    return all.empty() ? std::nullopt : std::optional(*all.begin());
  }

 private:
  size_t root(size_t i) const {
    while (group_[i] != i) i = group_[i];
    return i;
  }
  void join(int64_t a, int64_t b) {
    group_[root(static_cast<size_t>(a))] = root(static_cast<size_t>(b));
  }
  void holds(int64_t buffer, Dtype dtype) { found_[static_cast<size_t>(buffer)].insert(dtype); }

  void note(const LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::load:
      case LoopOpKind::store: return holds(op.buffer, at(program_, op.buffer).dtype);
      case LoopOpKind::copy: return join(op.buffer, op.number);
      case LoopOpKind::choose: join(op.buffer, op.number); return join(op.buffer, op.most);
      case LoopOpKind::view: {
        const LoopBuffer &own = at(program_, op.buffer), &whole = at(program_, op.number);
        bool is_mixed = std::ranges::count(last_, op.number) > 0;
        bool is_whole = bytes_of(own) == bytes_of(whole) || !op.indices[0].terms.empty();
        if (!is_mixed && is_whole) join(op.buffer, op.number);
        if (own.dtype != Dtype::u8 && !is_mixed) holds(op.number, own.dtype);
        return;
      }
      case LoopOpKind::run: {
        auto next = op.lanes.begin();
        for (const LoopBuffer& buffer :
             program_.functions[static_cast<size_t>(op.number)].buffers) {
          if (buffer.is_given()) holds(*next++, buffer.dtype);
        }
        return;
      }
      default: return;
    }
  }

  const LoopProgram& program_;
  std::vector<size_t> group_;
  std::vector<std::set<Dtype>> found_;
  std::vector<int64_t> last_;  // the memory of the step and the constants: of many dtypes
};

// A loop that only a condition ends has at most some iterations.
void bound_loops(LoopProgram& program) {
  constexpr int64_t some = 6;
  each_op(program.body, [&](LoopOp& op) {
    auto* number = std::get_if<int64_t>(&op.value);
    bool is_endless = op.kind == LoopOpKind::constant && number != nullptr && !op.flag &&
                      *number == std::numeric_limits<int64_t>::max();
    if (is_endless) *number = some;
  });
}

class ProgramTrial {
 public:
  ProgramTrial(std::string_view text, Chance& chance)
      : chance_(chance), source_(std::make_shared<ProgramSource>()) {
    source_->program = parse_loops(text);
    bound_loops(source_->program);
    source_->text = rille::text(source_->program);
    static constexpr int64_t iterations[] = {1, 2, 3, 5, 17, 66};
    run_.end = chance.one_of(iterations);
    run_.sizes.resize(size_arguments);
    for (const LoopProgram& function : source_->program.functions) {
      run_.scratch = std::max(run_.scratch, offsets(function, Role::scratch).back());
    }
    for (size_t i = 0; i < program().buffers.size(); ++i) {
      if (program().buffers[i].is_given()) given_.push_back(static_cast<int64_t>(i));
    }
  }

  KernelVerdict run() {
    KernelVerdict out{.is_program = true};
    verify(program());
    if (Fault fault = misprint(program())) return {.fault = fault, .is_program = true};
    out.skipped = find_contents();
    if (!out.skipped.empty()) return out;
    for (const Target& target : targets_here()) {
      out.fault = judged("machine code", want_, false, [&] {
        KernelSource source = std::shared_ptr<const ProgramSource>(source_);
        KernelResult got = results(executed(*machine_code(source, target), start_, run_));
        if (got.failure && want_.failure) got.buffers = want_.buffers;  // they are not read
        return got;
      });
      if (out.fault) {
        *out.fault += str("\n", target.name, ", iterations ", run_.end, "\n", source_->text);
        return out;
      }
      ++out.executed;
    }
    return out;
  }

 private:
  const LoopProgram& program() const { return source_->program; }
  bool is_memory(size_t given) const { return given + 2 == given_.size(); }

  // Without the memory of the step, which is not read afterwards.
  KernelResult results(KernelResult all) const {
    all.buffers[given_.size() - 2] = Array(Type(Dtype::u8, {Extent(0)}));
    return all;
  }

  std::string_view find_contents() {
    constexpr int tries = 16;
    constexpr int64_t most = 1 << 20;
    int64_t open = 4096;
    ElementTypes types(program());
    bool is_wild = chance_.once_in(3);
    for (int i = 0; i < tries; ++i) {
      start_.clear();
      for (size_t k = 0; k < given_.size(); ++k) {
        const LoopBuffer& buffer = at(program(), given_[k]);
        int64_t size = buffer.extents[0].is(0) ? open : bytes_of(buffer);
        bool is_constants = buffer.role == Role::constant;
        start_.push_back(is_constants ? constants(types, size)
                                      : drawn(types.of(given_[k]), size, is_wild && i == 0));
      }
      try {
        want_ = results(interpreted(program(), start_, run_));
        return "";
      } catch (const Error& error) {
        if (error.code() != Code::index) throw;
        if (open < most) open *= 4;
      }
    }
    return "no valid indices drawn";
  }

  Array drawn(std::optional<Dtype> dtype, int64_t size, bool is_wild) {
    Dtype own = dtype.value_or(Dtype::u8);
    auto each = static_cast<int64_t>(bytes(own));
    if (size % each != 0) own = Dtype::u8, each = 1;
    return draw(chance_, Type(own, {Extent(size / each)}),
                is_wild ? Numbers::wild : Numbers::plain);
  }

  // Each number where a view has it.
  Array constants(ElementTypes& types, int64_t size) {
    Array out = drawn(Dtype::u8, size, false);
    each_op(program().body, [&](const LoopOp& op) {
      bool is_one = op.kind == LoopOpKind::view && op.number == given_.back();
      if (!is_one || !op.indices[0].terms.empty()) return;
      Array own = drawn(types.of(op.buffer), bytes_of(at(program(), op.buffer)), false);
      if (op.indices[0].constant + static_cast<int64_t>(own.byte_size()) > size) return;
      std::memcpy(out.edit_data() + op.indices[0].constant, own.data(), own.byte_size());
    });
    return out;
  }

  Chance& chance_;
  std::shared_ptr<ProgramSource> source_;
  KernelRun run_;
  std::vector<int64_t> given_;  // buffers
  Arrays start_;
  KernelResult want_;
};

}  // namespace

KernelVerdict judge_program(std::string_view text, Chance& chance) {
  return ProgramTrial(text, chance).run();
}

}  // namespace rille::diff
