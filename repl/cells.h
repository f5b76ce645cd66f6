// Cells: what a prompt's cells have bound, and their trees.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lang/ast.h"

namespace rille {

// A later cell reads of an earlier one what its names are, and looks into the text of its functions
// and structs. So trees that define these are kept as long as a name, or such a tree, leads to
// them; of all else a name's own facts are enough.
class Cells {
 public:
  // The binding of a name, for the cell that is being resolved; null where no cell has bound it.
  lang::Binding* find(std::string_view name) const;
  std::vector<std::string> names() const;
  std::vector<int> files() const;  // that the names' places are in

  void begin() { read_.clear(); }  // a cell is about to be resolved
  // The cell has been resolved: its names are bound. Says which of them were bound before. The tree
  // lives until the next cell at least.
  std::vector<std::string> add(std::unique_ptr<lang::File> tree);
  void bind(const std::string& name);  // as `let` does, of a value that is known by its name alone

 private:
  struct Cell {
    std::unique_ptr<lang::File> tree;
    std::set<Cell*> reads = {};  // cells of names that stand in its text
  };
  struct Bound {
    lang::Binding own;                 // where no tree is needed
    lang::Binding* binding = nullptr;  // this one, or that in the tree of `cell`
    Cell* cell = nullptr;
  };

  void forget();  // trees that nothing leads to

  std::map<std::string, std::unique_ptr<Bound>, std::less<>> bound_;
  std::vector<std::unique_ptr<Cell>> cells_;
  std::unique_ptr<lang::File> last_;  // of a cell that is not kept
  mutable std::set<Cell*> read_;      // by the cell that is being resolved
  size_t forget_at_ = 64;             // cells
};

}  // namespace rille
