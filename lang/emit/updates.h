// Updates: assignments, in place for a single reference.
#pragma once

#include <span>

#include "lang/emit/part.h"

namespace rille::lang {

class Updates : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  void assign(const Assign* s);
  bool is_loan(const Stmt* s) const;
  // Rebuilds the value from the inside out. `codes` holds the indices of the place, `op` is null
  // except for `op=`.
  void place_write(const Expr* place, std::span<const Piece> codes, const Piece& value,
                   const Assign* op);

 private:
  struct OwnWrite {  // an assignment of one step: base.w = value, base[i] op= value
    const Expr* step;
    const Piece& base;
    const Piece& value;
    const Assign* op;         // null for `=`
    const std::string& slow;  // the slow path, for a base with other references
  };
  void assign_name(const Name* target, const Assign* s);
  void assign_tuple(const Tuple* target, const Assign* s);
  bool values_of(const Expr* value, size_t count, std::vector<Piece>& values);
  void take_apart(const Assign* s, size_t count, std::vector<Piece>& values);
  std::string set_step(const Expr* step, const Piece& base, std::span<const Piece> codes,
                       const Piece& value, const Assign* op);
  Piece updated_field(const Expr* step, const Piece& base, const Piece& value, const Assign* op);
  void write_field(const OwnWrite& write, bool is_sure);
  void write_element(const OwnWrite& write, const Piece& i);
  void write_item(const OwnWrite& write, const Piece& key, bool is_dict);
  std::string updated_element(const OwnWrite& write, const std::string& element);
  std::string hoisted_mark(const OwnWrite& write) const;
  bool write_owned(const OwnWrite& write, std::span<const Piece> codes, bool is_sure);
};

}  // namespace rille::lang
