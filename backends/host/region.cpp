// Control flow between kernels: branches and loops.
#include "backends/host/region.h"

#include <algorithm>
#include <cstring>

#include "backends/host/tape.h"
#include "jit/op.h"
#include "jit/regions.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

size_t bytes_of(const Type& type) {
  return type.form() == TypeForm::array ? static_cast<size_t>(type.count()) * bytes(type.dtype())
                                        : 0;
}

void copy_value(char* to, const char* from, const Type& type) {
  if (to == from || type.form() == TypeForm::token) return;
  if (type.form() == TypeForm::tape) {
    *reinterpret_cast<Tape*>(to) = *reinterpret_cast<const Tape*>(from);
  } else if (bytes_of(type) > 0) {
    copy_bytes(to, from, bytes_of(type));
  }
}

Tape& tape_at(char* place) { return *reinterpret_cast<Tape*>(place); }

void run_cond(const Node& node, const Graph& graph, std::span<const Program> parts,
              const RegionCall& call, RunState& run) {
  bool truth = graph.type(node.in[0]).dtype() == Dtype::boolean;
  int32_t number = 0;
  std::memcpy(&number, call.in[0], truth ? 1 : sizeof number);
  int64_t taken = truth ? (number != 0 ? 0 : 1) : number;
  taken = std::clamp<int64_t>(taken, 0, std::ssize(parts) - 1);
  std::span<char* const> operands(call.in);
  RunFrame(parts[static_cast<size_t>(taken)], call.scratch).run(operands.subspan(1), call.out, run);
}

// The common part of scan and while_loop. The carry alternates between two sets of buffers, one of
// which are the results. A value that the body may update in place stays in its buffer, as soon as
// the buffer does not belong to the caller.
class LoopRun {
 public:
  LoopRun(const Node& node, const Graph& graph, const Program& body, const RegionCall& call)
      : node_(node), graph_(graph), program_(body), call_(call), shape_(loop_shape(node)) {
    body_ = std::make_unique<RunFrame>(body, call.scratch);
    body_->set_rounds(body.rounds);
    size_t at = call.parts_bytes;
    args_.assign(call.in.begin(), call.in.end());
    got_.resize(shape_.carry + shape_.ys);
    for (size_t i = 0; i < shape_.carry; ++i) {
      const Type& type = carry_type(i);
      if (stays_in_place(*body.plan, shape_, i)) {
        other_.push_back(nullptr);
        continue;
      }
      if (type.form() == TypeForm::tape) tapes_.push_back(std::make_unique<Tape>());
      other_.push_back(type.form() == TypeForm::tape ? reinterpret_cast<char*>(tapes_.back().get())
                                                     : call.scratch + at);
      at += (bytes_of(type) + 63) / 64 * 64;
    }
  }

  std::vector<char*>& args() { return args_; }

  void scan(RunState& run) {
    size_t turns = count_turns();
    for (size_t i = 0; i < shape_.ys; ++i) {
      if (result_type(i).form() != TypeForm::tape) continue;
      result_tape(i).clear();
      result_tape(i).resize(turns, result_type(i).element());
    }
    for (size_t turn = 0; turn < turns; ++turn) {
      size_t at = shape_.reverse ? turns - 1 - turn : turn;
      read_rows(at);
      for (size_t i = 0; i < shape_.ys; ++i) got_[shape_.carry + i] = result_row(i, at);
      step(run);
    }
    finish();
  }

  void while_true(const Program& condition, RunState& run) {
    for (size_t i = 0; i < shape_.ys; ++i) result_tape(i).clear();
    RunFrame question(condition, call_.scratch);
    for (size_t turn = 0;; ++turn) {
      char go[16] = {};
      char* result = go;
      question.run(args_, {&result, 1}, run);
      if (go[0] == 0 || run.cell.failed()) break;
      for (size_t i = 0; i < shape_.ys; ++i) {
        const Type row = result_type(i).element();
        result_tape(i).resize(turn + 1, row);
        got_[shape_.carry + i] = result_tape(i).row(turn, row);
      }
      step(run);
    }
    finish();
  }

 private:
  const Type& carry_type(size_t i) const { return graph_.type(node_.out[i]); }
  const Type& result_type(size_t i) const { return graph_.type(node_.out[shape_.carry + i]); }
  Tape& result_tape(size_t i) { return tape_at(call_.out[shape_.carry + i]); }
  const Type& input_type(size_t i) const { return graph_.type(node_.in[first_row() + i]); }
  size_t first_row() const { return shape_.consts + shape_.carry; }

  size_t count_turns() {
    if (!shape_.dynamic) return static_cast<size_t>(shape_.length.number());
    size_t turns = 0;
    for (size_t i = 0; i < shape_.xs; ++i) {
      turns = std::max(turns, tape_at(call_.in[first_row() + i]).size());
    }
    return turns;
  }

  // A tape without rows yields zeros.
  void read_rows(size_t at) {
    for (size_t i = 0; i < shape_.xs; ++i) {
      char*& place = args_[first_row() + i];
      char* from = call_.in[first_row() + i];
      if (input_type(i).form() != TypeForm::tape) {
        place = from + at * (bytes_of(input_type(i)) / rows_in(input_type(i)));
        continue;
      }
      Type row = input_type(i).element();
      Tape& tape = tape_at(from);
      place = at < tape.size() ? tape.row(at, row) : zero_row(row);
    }
  }

  static size_t rows_in(const Type& xs) {
    return std::max<size_t>(static_cast<size_t>(xs.extent(0).number()), 1);
  }

  char* zero_row(const Type& row) {
    if (row.form() == TypeForm::tape) {
      tapes_.push_back(std::make_unique<Tape>());
      return reinterpret_cast<char*>(tapes_.back().get());
    }
    zeros_.push_back(std::make_unique<std::vector<char>>(bytes_of(row) + 1));
    return zeros_.back()->data();
  }

  char* result_row(size_t i, size_t at) {
    const Type& type = result_type(i);
    if (type.form() == TypeForm::tape) return result_tape(i).row(at, type.element());
    return call_.out[shape_.carry + i] + at * (bytes_of(type) / rows_in(type));
  }

  void step(RunState& run) {
    if (program_.plan->steps.empty()) poll();  // otherwise each step polls
    for (size_t i = 0; i < shape_.carry; ++i) got_[i] = next_place(i);
    body_->run(args_, got_, run);
    for (size_t i = 0; i < shape_.carry; ++i) args_[shape_.consts + i] = got_[i];
  }

  char* next_place(size_t i) const {
    size_t param = shape_.consts + i;
    char* now = args_[param];
    bool own = now != call_.in[param] ||
               now == call_.out[i];  // the plan may have assigned one buffer to both
    if (own && stays_in_place(*program_.plan, shape_, i)) return now;
    return now == call_.out[i] ? other_[i] : call_.out[i];
  }

  void finish() {
    for (size_t i = 0; i < shape_.carry; ++i) {
      copy_value(call_.out[i], args_[shape_.consts + i], carry_type(i));
    }
  }

  const Node& node_;
  const Graph& graph_;
  const Program& program_;
  const RegionCall& call_;
  LoopShape shape_;
  std::unique_ptr<RunFrame> body_;
  std::vector<char*> args_, got_, other_;
  std::vector<std::unique_ptr<Tape>> tapes_;
  std::vector<std::unique_ptr<std::vector<char>>> zeros_;
};

}  // namespace

void run_region(const Node& node, const Graph& graph, std::span<const Program> parts,
                const RegionCall& call, RunState& run) {
  switch (node.op->control) {
    case RegionControl::branch: return run_cond(node, graph, parts, call, run);
    case RegionControl::scan: return LoopRun(node, graph, parts[0], call).scan(run);
    case RegionControl::while_loop:
      return LoopRun(node, graph, parts[1], call).while_true(parts[0], run);
    case RegionControl::none:
    case RegionControl::call:
    case RegionControl::custom:
    case RegionControl::linear: break;
  }
  throw Error(Code::device, str("the host does not support `", node.op->name, "`"),
              node.origin.span());
}

}  // namespace rille
