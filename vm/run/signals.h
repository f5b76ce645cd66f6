// Signals: whether new States use them.
#pragma once

namespace rille {

// While one lives, States that this thread makes are without signals from their first moment: see
// State::set_signals.
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
