// LineFacts: which lines of a block read and write a name.
#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "lang/ast.h"

namespace rille::lang {

// Found in one walk over the block, so that asking about each of its lines stays linear.
class LineFacts {
 public:
  // A let among `loans` takes a part out of its place.
  LineFacts(const Block& block, const std::set<const Stmt*>& loans);

  // The last line behind `from` that reads or writes b, or makes a function that may; `from` where
  // none does.
  size_t last_mention(const Binding* b, size_t from) const;

  // Whether a line in from..to may update a part of what `place` holds, where it stands. Of the
  // last of them only what it does before it assigns counts where `last_assigns` holds.
  bool updates(const Binding* place, size_t from, size_t to, bool last_assigns) const;

 private:
  using Lines = std::vector<size_t>;  // ascending
  void note(const Stmt* s, bool is_line);
  void note(const Expr* e);
  void note_update(const Expr* target, bool is_own);

  const std::set<const Stmt*>& loans_;
  size_t here_ = 0;
  std::unordered_map<const Binding*, size_t> mentioned_;  // last
  std::unordered_map<const Binding*, Lines> updated_;     // by what the line computes
  std::unordered_map<const Binding*, Lines> assigned_;    // by the line itself, at its end
  Lines opaque_;                                          // they make functions
};

}  // namespace rille::lang
