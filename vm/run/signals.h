// Signals: whether new States use them.
#pragma once

namespace rille {

// During its lifetime, States created by this thread never use signals: see State::set_signals.
class NoSignalsScope {
 public:
  NoSignalsScope();
  ~NoSignalsScope();
  NoSignalsScope(const NoSignalsScope&) = delete;
  NoSignalsScope& operator=(const NoSignalsScope&) = delete;

 private:
  bool before_;
};

}  // namespace rille
