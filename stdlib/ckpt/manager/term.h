// TermWatch: records SIGTERM, so that a run can save first.
#pragma once

namespace rille {

// While an object exists, the first SIGTERM is only recorded; a second one ends the process. If the
// host has its own handler, that handler stays and nothing is recorded.
class TermWatch {
 public:
  TermWatch();
  ~TermWatch();
  TermWatch(const TermWatch&) = delete;
  TermWatch& operator=(const TermWatch&) = delete;
};

bool term_came();

}  // namespace rille
