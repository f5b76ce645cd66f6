// Which mutant runs: the number in RILLE_MUTANT, or none.
#include <cstdlib>

namespace rille {

int mutant_number = 0;
int mutant_asked();

namespace {
[[maybe_unused]] const int at_start = [] {
  const char* named = std::getenv("RILLE_MUTANT");
  return mutant_number = named != nullptr ? std::atoi(named) : 0;
}();
}  // namespace

int mutant_asked() { return mutant_number; }

}  // namespace rille
