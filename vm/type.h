// Type: the dtype and shape of an array.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vm/memory/checked_vector.h"
#include "vm/memory/small_vector.h"
#include "vm/numbers/dtype.h"
#include "vm/numbers/extent.h"

namespace rille {

// The sizes of the axes, outermost first. A scalar has none; a size may be 0.
using Shape = CheckedVector<Extent>;
template <>
[[noreturn]] void CheckedVector<Extent>::fail(size_t axis) const;
using Ints = std::vector<int64_t>;

// The kinds of values in a graph: arrays, tokens that order effects, and residuals of a loop. `ref`
// represents memory that a kernel reads and writes; no operation creates one yet.
enum class TypeForm : uint8_t { array, token, tape, ref };

// Interned: a Type is one word, cheap to copy, and compared by one pointer. Layout, space, device,
// and sharding are not part of it: they belong to Buffer and Plan.
class Type {
 public:
  Type() : record_(&scalar) {}  // f32[]: lists of types make many, so it costs nothing
  Type(Dtype dtype, const Shape& shape) : record_(intern({TypeForm::array, 0}, dtype, shape)) {}
  Type(Dtype dtype, std::initializer_list<Extent> shape) : Type(dtype, Shape(shape)) {}
  static Type token();
  static Type tape(Type element);  // a list of rows, which are arrays or tapes
  static Type ref(Type element);

  TypeForm form() const { return record_->form; }
  Dtype dtype() const { return record_->dtype; }
  const Shape& shape() const { return record_->shape; }
  int rank() const { return static_cast<int>(record_->shape.size()); }
  Extent extent(int axis) const { return record_->shape[static_cast<size_t>(axis)]; }
  bool known() const { return record_->count >= 0; }  // whether all extents are numbers
  int64_t count() const;                              // elements; a Bug if unknown
  Ints ints() const;                                  // extents as numbers; a Bug if unknown

  Type with(Dtype dtype) const { return {dtype, shape()}; }
  Type with(const Shape& shape) const { return {dtype(), shape}; }

  Type element() const;  // of a tape or ref

  bool operator==(const Type&) const = default;
  const void* id() const { return record_; }  // for hashing

 private:
  friend struct TypeTable;
  struct Record {
    TypeForm form;
    int depth;  // of a tape: 1, or more if its rows are tapes
    Dtype dtype;
    Shape shape;
    int64_t count;  // -1 if an extent is unknown
  };
  struct Kind {
    TypeForm form;
    int depth;
    bool operator==(const Kind&) const = default;
  };
  static const Record scalar;
  explicit Type(const Record* record) : record_(record) {}
  static const Record* intern(Kind kind, Dtype dtype, const Shape& shape);

  const Record* record_;
};

using Types = SmallVector<Type, 2>;

std::string text(const Type& type);    // "f32[32, 784]", "f32[]", "token"
std::string text(const Shape& shape);  // "(32, 784)", "(3,)", "()"

Shape shape_of(const Ints& extents);

}  // namespace rille
