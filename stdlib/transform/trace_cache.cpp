// TraceCache: lookup, insertion, and eviction of traces.
#include "stdlib/transform/trace_cache.h"

#include <algorithm>

#include "stdlib/transform/traced.h"
#include "vm/call.h"

namespace rille {

GlobalNames GlobalNames::behind(const Function& f, const Values& args) {
  const State& state = f.state();
  Values all = args;
  all.emplace_back(f);
  GlobalNames out;
  for (std::string& name : names_behind(f.state(), all)) {
    int64_t epoch = state.epoch(name);
    out.epochs.emplace_back(std::move(name), epoch);
  }
  out.checked = state.epoch();
  return out;
}

bool GlobalNames::hold(const State& state) {
  if (checked == state.epoch()) return true;
  for (const auto& [name, epoch] : epochs) {
    if (state.epoch(name) != epoch) return false;
  }
  checked = state.epoch();
  return true;
}

TraceCache::CallEntries* TraceCache::calls_of(const CacheKey& call) {
  if (last_ != nullptr && last_->first == call) return &last_->second;
  auto known = calls_.find(call);
  if (known == calls_.end()) return nullptr;
  last_ = &*known;
  return &known->second;
}

std::shared_ptr<TraceEntry> TraceCache::find(const State& state, CallEntries& calls,
                                             const std::vector<uint64_t>& numbers) {
  auto found = calls.uses.find(numbers);
  if (found == calls.uses.end()) return nullptr;
  auto use = found->second;
  if (!use->kept.names.hold(state)) {
    drop(use);  // the counts stay, because the call is traced again now
    return nullptr;
  }
  touch(calls, use);
  return use->kept.entry;
}

void TraceCache::touch(CallEntries& calls, std::list<CacheUse>::iterator use) {
  recent_.splice(recent_.begin(), recent_, use);
  use->round = round_;
  ++calls.of->second.hits;
}

TraceCache::CacheHandle TraceCache::ticket_of(const TraceEntry& entry) {
  bool is_last = !recent_.empty() && recent_.front().kept.entry.get() == &entry;
  return is_last ? CacheHandle{recent_.begin(), drops_} : CacheHandle{};
}

std::shared_ptr<TraceEntry> TraceCache::again(const State& state, const CacheHandle& ticket) {
  if (ticket.drops != drops_ || !ticket.use->kept.names.hold(state)) return nullptr;
  touch(ticket.use->call->second, ticket.use);
  return ticket.use->kept.entry;
}

// Every allocation comes before the first change: an exception in between would leave pointers to
// freed entries.
void TraceCache::keep(const CacheKey& of, const CacheKey& call, CachedTrace kept) {
  std::vector<uint64_t> numbers = kept.numbers;
  std::vector<bool> fixed = kept.fixed;
  std::list<CacheUse> fresh;
  fresh.push_front({std::move(kept), nullptr, round_, kept_++});
  auto counts = counts_.try_emplace(of).first;
  auto known = calls_.try_emplace(call).first;
  CallEntries& calls = known->second;
  auto [use, is_new] = calls.uses.try_emplace(std::move(numbers), fresh.begin());
  calls.of = &*counts;
  calls.fixed = std::move(fixed);
  if (!is_new) {  // the function has called itself, so that the nested call was traced first
    use->second->kept = std::move(fresh.front().kept);
    use->second->round = round_;
    return;
  }
  fresh.front().call = &*known;
  recent_.splice(recent_.begin(), fresh);
  ++counts->second.entries;
  if (recent_.size() > limit) drop_oldest();
}

void TraceCache::missed(const CacheKey& of, int64_t traces) {
  auto counts = counts_.find(of);
  if (counts == counts_.end()) return;
  ++counts->second.misses;
  counts->second.traces += traces;
}

TraceCache::StatsByFunction::value_type* TraceCache::drop(std::list<CacheUse>::iterator use) {
  last_ = nullptr;
  ++drops_;
  auto known = calls_.find(use->call->first);
  StatsByFunction::value_type* of = known->second.of;
  known->second.uses.erase(use->kept.numbers);
  CachedTrace last =
      std::move(use->kept);  // its destructor may run code, so it is destroyed at the end
  recent_.erase(use);
  if (known->second.uses.empty()) calls_.erase(known);
  --of->second.entries;
  return of;
}

void TraceCache::make_room(MemoryHeadroom room) {
  ++round_;
  if (room == MemoryHeadroom::none) {
    TraceCache all;  // its destructor may run code, so it is destroyed at the end
    all.drops_ = drops_ + 1;
    std::swap(*this, all);
  } else if (room == MemoryHeadroom::little) {
    while (!recent_.empty() && recent_.back().round + 1 < round_) drop_oldest();
  }
}

void TraceCache::drop_oldest() {
  StatsByFunction::value_type* of = drop(std::prev(recent_.end()));
  if (of->second.entries == 0) counts_.erase(counts_.find(of->first));
}

CacheStats TraceCache::counts(const CacheKey& of) const {
  auto found = counts_.find(of);
  return found == counts_.end() ? CacheStats() : found->second;
}

std::vector<const CallDescription*> TraceCache::made_for(const CacheKey& of) const {
  std::vector<const CacheUse*> uses;
  for (const CacheUse& use : recent_) {
    if (use.call->second.of->first == of) uses.push_back(&use);
  }
  std::ranges::sort(uses, {}, &CacheUse::number);
  std::vector<const CallDescription*> out;
  for (const CacheUse* use : uses) out.push_back(&use->kept.entry->made_for);
  return out;
}

namespace {

void add_origin(CacheKey& key, const Function& f) {
  Closure closure = closure_of(f);
  if (closure.prototype == nullptr) {
    key.add(closure.object);
    key.pins.emplace_back(f);
    return;
  }
  key.add(closure.prototype);
  if (!closure.is_native) return;
  for (const auto& [name, value] : closure.captures) {
    if (value.is_string()) key.add(std::string_view(value.string()));
    if (value.is_function()) add_origin(key, value.function());
  }
}

}  // namespace

CacheKey origin_of(std::string_view transform, const Function& f) {
  CacheKey key;
  key.add(transform);
  add_origin(key, f);
  return key;
}

}  // namespace rille
