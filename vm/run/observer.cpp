// Observers: registration and removal.
#include "vm/run/observer.h"

#include <algorithm>

#include "vm/state.h"

namespace rille {

const Observers::ObserverEntry* Observers::latest(Topic topic) const {
  for (size_t i = list_.size(); i-- > 0;) {
    if ((list_[i].topics & bit(topic)) != 0) return &list_[i];
  }
  return nullptr;
}

int64_t Observers::add(Observer& who, std::span<const Topic> topics) {
  ObserverEntry entry{.who = &who, .topics = 0, .number = next_++};
  for (Topic topic : topics) entry.topics |= bit(topic);
  list_.push_back(entry);
  count_topics();
  return entry.number;
}

void Observers::remove(int64_t number) {
  std::erase_if(list_, [number](const ObserverEntry& entry) { return entry.number == number; });
  count_topics();
}

void Observers::count_topics() {
  ++changes_;
  bool had_layers = want(Topic::layer);
  topics_ = 0;
  for (const ObserverEntry& entry : list_) topics_ |= entry.topics;
  if (on_layers_ && had_layers != want(Topic::layer)) on_layers_();
}

ObserverScope::ObserverScope(State& state, Observer& who, std::span<const Topic> topics)
    : observers_(state.observers_), number_(observers_->add(who, topics)) {}

ObserverScope::~ObserverScope() { observers_->remove(number_); }

}  // namespace rille
