// RecentCalls: the fast path for calls seen before.
#include "stdlib/transform/recent_calls.h"

#include <algorithm>
#include <cstring>

#include "stdlib/transform.h"

namespace rille {

bool overwrites(const Loan& loan, const Value& result) {
  return loan.items == 0 || (result.is_tuple() && result.items().size() == loan.items);
}

namespace {

// Whether the walk finds the leaves that the key was built from, in their order.
bool agrees(std::span<const CallWalk::Leaf> found, const std::vector<Leaf>& leaves) {
  return std::ranges::equal(found, leaves, [](const CallWalk::Leaf& a, const Leaf& b) {
    if (a.handle != nullptr) return a.handle->body() == b.value.body();
    return std::memcmp(&a.number, b.value.data(), sizeof a.number) == 0;
  });
}

// The donated arrays of a run. They are moved out of the handles of the loan, so that the run has
// the only reference. If the run raises, they are moved back. If not, the handles stay empty, and
// the loan records the array for each.
class DonatedArgs {
 public:
  explicit DonatedArgs(Loan& loan) : loan_(loan) {}
  ~DonatedArgs() {
    for (DonatedArg& one : all_) *one.place = std::move(one.array);
  }
  DonatedArgs(const DonatedArgs&) = delete;
  DonatedArgs& operator=(const DonatedArgs&) = delete;

  void reserve(size_t count) {
    all_.reserve(count);  // take() returns addresses of elements
    loan_.back.reserve(count);
  }
  Array* take(Array* place) {
    const std::byte* data = place->data();
    all_.push_back({place, std::move(*place), data});
    return &all_.back().array;
  }
  // Most results have the order of the inputs whose buffers they reuse, so each search begins where
  // the last one ended.
  void finish(std::span<const Array> results) {
    size_t at = 0;
    auto next = [&](const std::byte* data) -> const Array& {
      for (size_t turn = 0; turn < results.size(); ++turn, ++at) {
        const Array& x = results[at % results.size()];
        if (!x.is_none() && x.data() == data) return x;
      }
      RILLE_CHECK(false, "no result uses the buffer of a donated input");
    };
    for (DonatedArg& one : all_) {
      if (one.array.is_none()) one.array = next(one.data);
      loan_.back.emplace_back(one.place, std::move(one.array));
    }
    all_.clear();
  }

 private:
  struct DonatedArg {
    Array* place;
    Array array;
    const std::byte* data;
  };
  Loan& loan_;
  std::vector<DonatedArg> all_;
};

// Decides which leaves of a call the run may overwrite.
struct DonationPolicy {
  const DonationMask& donate;
  bool any;

  bool has(const CallWalk::Leaf& leaf, int argument) const {
    auto at = static_cast<size_t>(argument);
    bool may = any && leaf.lent && (donate.empty() || (at < donate.size() && donate[at] != 0));
    return may && !leaf.handle->is_weak() && leaf.handle->is_sole();
  }
};

// Sets the inputs of the code to the addresses of the leaves. Returns false if a donated userdata
// occurs twice among the leaves.
bool feed(const TracedFunction& traced, std::span<const CallWalk::Leaf> leaves,
          const std::vector<int>& arguments, const DonationPolicy& givers, DonatedArgs& lent,
          std::span<RunInput> out) {
  for (size_t i = 0; i < traced.params.size(); ++i) out[i].data = leaves[traced.params[i]].data;
  for (size_t i = 0; givers.any && i < traced.params.size(); ++i) {
    const CallWalk::Leaf& leaf = leaves[traced.params[i]];
    if (leaf.handle != nullptr && leaf.handle->is_none()) return false;
    if (givers.has(leaf, arguments[traced.params[i]])) out[i].donated = lent.take(leaf.handle);
  }
  for (size_t i = 0; givers.any && i < traced.params.size(); ++i) {
    const Array* handle = leaves[traced.params[i]].handle;
    if (handle != nullptr && handle->is_none() && out[i].donated == nullptr) return false;
  }
  for (size_t i = 0; i < traced.hidden.size(); ++i) {
    out[traced.params.size() + i].data = traced.hidden[i].data();
  }
  return true;
}

}  // namespace

void RecentCalls::note(const Function& f, const Values& args, const CallTree& parts,
                       const Loan& loan, const TraceEntry& entry) {
  auto& memory = f.state().part<TraceCache>();
  TraceCache::CacheHandle ticket = memory.ticket_of(entry);
  if (ticket.drops < 0 || !entry.traced.returned.empty()) return;
  auto is_noted = [&](const auto& call) { return passes(*call, loan); };
  if (std::ranges::any_of(calls_, is_noted)) return;  // run() left the call to the slow path
  std::optional<CallWalk> walk = CallWalk::of(loan);
  if (!walk || walk->leaves() != parts.leaves.size()) return;
  std::vector<CallWalk::Leaf> found(walk->leaves());
  if (!walk->replay(loan, found) || !agrees(found, parts.leaves)) return;
  auto call = std::make_shared<RecentCall>(RecentCall{.walk = std::move(*walk),
                                                      .ticket = ticket,
                                                      .fixed = ticket.use->kept.numbers,
                                                      .arguments = {},
                                                      .holders = holders_of(f, args)});
  for (const Leaf& leaf : parts.leaves) call->arguments.push_back(leaf.argument);
  if (calls_.size() == most) calls_.pop_back();
  calls_.insert(calls_.begin(), std::move(call));
}

bool RecentCalls::passes(RecentCall& call, const Loan& loan) {
  call.leaves.resize(call.walk.leaves());
  if (!call.walk.replay(loan, call.leaves)) return false;
  for (size_t i = 0; i < call.fixed.size(); i += 2) {
    if (call.leaves[call.fixed[i]].first_bits() != call.fixed[i + 1]) return false;
  }
  return true;
}

bool RecentCalls::run(State& state, Loan& loan, const DonationMask& donate, NativeResults& out) {
  if (calls_.empty() || Trace::innermost() != nullptr) return false;
  if (state.observers().want(Topic::operation)) return false;
  auto at = std::ranges::find_if(calls_, [&](const auto& call) { return passes(*call, loan); });
  if (at == calls_.end()) return false;
  std::shared_ptr<TraceEntry> entry = state.part<TraceCache>().again(state, (*at)->ticket);
  if (entry == nullptr) {
    calls_.erase(at);  // the slow path notes the call again
    return false;
  }
  std::rotate(calls_.begin(), at, at + 1);
  std::shared_ptr<RecentCall> call = calls_.front();
  std::vector<CallWalk::Leaf> leaves = std::move(call->leaves);
  std::vector<RunInput> feeds = std::move(call->feeds);
  const TracedFunction& traced = entry->traced;
  DonatedArgs lent(loan);
  DonationPolicy givers{donate, loan.arguments != 0 && overwrites(loan, traced.outputs[0])};
  if (givers.any) lent.reserve(leaves.size());
  feeds.assign(traced.params.size() + traced.hidden.size(), {});
  if (!feed(traced, leaves, call->arguments, givers, lent, feeds)) return false;
  out.leaves.resize(traced.weak.size());
  Executable& code = entry->code();
  told_run(state, entry->name, entry->graph, entry->source, [&] {
    code.run(feeds, out.leaves);
    return std::vector<Array>();
  });
  lent.finish(out.leaves);
  for (size_t i = 0; i < out.leaves.size(); ++i) {
    if (traced.weak[i]) out.leaves[i] = out.leaves[i].with_weak(true);
  }
  call->leaves = std::move(leaves);
  call->feeds = std::move(feeds);
  out.forms = std::shared_ptr<const Values>(std::move(entry), &traced.outputs);
  return true;
}

}  // namespace rille
