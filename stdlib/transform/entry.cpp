// TraceEntry: a derived graph, compiled at its first run.
#include <algorithm>
#include <unordered_map>

#include "stdlib/core.h"
#include "stdlib/transform.h"
#include "stdlib/transform/traced.h"

namespace rille {

Executable& TraceEntry::code() {
  if (executable == nullptr) compile();
  return *executable;
}

void TraceEntry::compile() {
  const Observers& observers = state->observers();
  observers.tell(event::CompileBegin{name, graph, compile_options, source});
  executable = default_device().compile(graph, compile_options);
  if (!observers.want(Topic::compile)) return;
  std::vector<StageTime> all = stages;
  for (const StageTime& stage : executable->stages()) all.push_back(stage);
  observers.tell(event::CompileEnd{name, graph, all});
}

std::vector<Array> TraceEntry::run(const CallTree& parts) {
  std::vector<Array> in;
  in.reserve(traced.params.size() + traced.hidden.size());
  for (size_t leaf : traced.params) in.push_back(parts.leaves[leaf].value);
  in.insert(in.end(), traced.hidden.begin(), traced.hidden.end());
  if (Trace::innermost() != nullptr) return run_graph(graph, in);
  if (state->observers().want(Topic::operation))
    return run_stepped(*state, name, graph, source, in);
  Executable& compiled = code();
  return told_run(*state, name, graph, source, [&] { return compiled.run(in, {}); });
}

namespace {

// Moves arrays out of the handles of a loan for the duration of a run. After the run each handle
// receives its array again, or if the run overwrote that, the result in its buffer.
class LoanedArrays {
 public:
  LoanedArrays(Loan& loan, std::vector<Array>& in) : loan_(loan), in_(in) {
    at_.reserve(loan.handles.size());
    loan.back.reserve(loan.handles.size());
  }
  ~LoanedArrays() {
    for (auto [handle, at] : at_) *handle = in_[at];
  }
  LoanedArrays(const LoanedArrays&) = delete;
  LoanedArrays& operator=(const LoanedArrays&) = delete;

  // Empties the handle if the input is then uniquely referenced, and returns whether it is.
  bool take(Array* handle, size_t at) {
    *handle = Array();
    bool sole = in_[at].is_sole();
    if (sole) {
      at_.emplace_back(handle, at);
      data_.push_back(in_[at].data());
    } else {
      *handle = in_[at];
    }
    return sole;
  }

  void finish(const std::vector<Array>& results) {
    std::unordered_map<const std::byte*, const Array*> by_data;
    if (!at_.empty()) {
      for (const Array& x : results) {
        if (!x.is_none()) by_data.try_emplace(x.data(), &x);
      }
    }
    for (size_t i = 0; i < at_.size(); ++i) {
      auto [handle, at] = at_[i];
      auto now = in_[at].is_none() ? by_data.find(data_[i]) : by_data.end();
      loan_.back.emplace_back(handle, now != by_data.end() ? *now->second : in_[at]);
    }
    at_.clear();
  }

 private:
  Loan& loan_;
  std::vector<Array>& in_;
  std::vector<std::pair<Array*, size_t>> at_;
  std::vector<const std::byte*> data_;
};

}  // namespace

std::vector<Array> TraceEntry::run_lent(CallTree& parts, Loan& loan, std::span<const bool> may) {
  Executable& code = this->code();
  std::vector<Array> in;
  std::vector<bool> is_open;
  for (size_t at : traced.params) {
    Leaf& leaf = parts.leaves[at];
    bool is_argument = leaf.argument >= 0;
    auto argument = static_cast<size_t>(leaf.argument);
    is_open.push_back(is_argument && (may.empty() || (argument < may.size() && may[argument])));
    in.push_back(std::move(leaf.value));
  }
  parts.leaves.clear();
  in.insert(in.end(), traced.hidden.begin(), traced.hidden.end());
  std::unordered_map<const ArrayBody*, Array*> handles;
  for (Array* handle : loan.handles) handles.try_emplace(handle->body(), handle);
  auto donate = std::make_unique<bool[]>(in.size());
  LoanedArrays taken(loan, in);
  for (size_t i = 0; i < is_open.size(); ++i) {
    auto found = is_open[i] ? handles.find(in[i].body()) : handles.end();
    donate[i] = found != handles.end() && taken.take(found->second, i);
  }
  std::vector<Array> results = told_run(*state, name, graph, source,
                                        [&] { return code.run(in, {donate.get(), in.size()}); });
  taken.finish(results);
  return results;
}

}  // namespace rille
