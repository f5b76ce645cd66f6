// Whether a tuple is owned, asked once before a loop.
#include "lang/emit/emitter.h"

namespace rille::lang {

// Locals that say whether the tuples that the loop writes are owned: nothing in it shares them.
// They are of use until drop_marks().
std::vector<const Binding*> Emitter::hoist_marks(const Expr* condition, const Expr* body) {
  std::vector<const Binding*> made;
  if (fn().traced || is_deep()) return made;
  for (const Binding* b : written_elements(condition, body)) {
    bool is_outer = names_.contains(b) && b->span.begin < body->span.begin;
    if (!is_outer || !b->is_place() || b->may_be_unset) continue;
    if (hoisted_.contains(b) || name_of(b).find('.') != std::string::npos) continue;
    ++fn().locals;
    std::string own = fresh("o");
    line("local " + own + " = " + name_of(b) + std::string(owned_mark));
    hoisted_[b] = own;
    made.push_back(b);
  }
  return made;
}

void Emitter::drop_marks(const std::vector<const Binding*>& made) {
  for (const Binding* b : made) hoisted_.erase(b);
}

}  // namespace rille::lang
