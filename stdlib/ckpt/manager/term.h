// SIGTERM: asked to end, a run saves first.
#pragma once

namespace rille {

// While one lives, a SIGTERM is noted and nothing more; a second one ends the process, as ever.
// Where the host has a handler of its own, that stays and nothing is noted.
class TermWatch {
 public:
  TermWatch();
  ~TermWatch();
  TermWatch(const TermWatch&) = delete;
  TermWatch& operator=(const TermWatch&) = delete;
};

bool term_came();

}  // namespace rille
