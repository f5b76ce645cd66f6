// Cells: the names that cells of a prompt have bound.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lang/ast.h"

namespace rille {

// A cell needs the bindings of earlier cells, and the trees of their functions, structs, and typed
// names. A tree with such a definition is kept as long as it is reachable from a bound name, or
// from another tree that is kept. For any other name a copy of its binding is enough.
class Cells {
 public:
  // Returns the binding of a name for the cell that is being resolved, or null if no cell has bound
  // the name.
  lang::Binding* find(std::string_view name) const;
  std::vector<std::string> names() const;
  std::vector<int> files() const;  // the sources that spans of the bindings refer to

  void begin() { read_.clear(); }  // to be called before a cell is resolved
  // Binds the names of a resolved cell, and returns those that were bound before. The tree lives
  // until the next cell or longer.
  std::vector<std::string> add(std::unique_ptr<lang::File> tree);
  void bind(const std::string& name);  // like `let`, without a tree

 private:
  struct Cell {
    std::unique_ptr<lang::File> tree;
    std::set<Cell*> reads = {};  // cells that define names used in this cell
  };
  struct CellBinding {
    lang::Binding own;                 // the copy, used if no tree is needed
    lang::Binding* binding = nullptr;  // `own`, or the binding in the tree of `cell`
    Cell* cell = nullptr;
  };

  void forget();  // frees the trees that are not reachable from a bound name

  std::map<std::string, std::unique_ptr<CellBinding>, std::less<>> bound_;
  std::vector<std::unique_ptr<Cell>> cells_;
  std::unique_ptr<lang::File> last_;  // the tree of the last cell, if it is not kept
  mutable std::set<Cell*> read_;      // cells that the cell being resolved has used so far
  size_t forget_at_ = 64;             // number of cells at which forget() runs
};

}  // namespace rille
