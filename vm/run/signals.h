// Signals: whether new States use them.
#pragma once

namespace rille {

// During its lifetime, States created by this thread never use signals: see State::set_signals.
class WithoutSignals {
 public:
  WithoutSignals();
  ~WithoutSignals();
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  bool before_;
};

}  // namespace rille
