// Type: what is known of an array before it has values.
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

// Extents, outermost axis first. A scalar has none; an extent may be 0.
using Shape = CheckedVector<Extent>;
template <>
[[noreturn]] void CheckedVector<Extent>::fail(size_t axis) const;
using Ints = std::vector<int64_t>;

// What a value of a graph is: numbers, the order of effects, or residuals of a loop. `ref` stands
// for memory that a kernel reads and writes; no operation makes one yet.
enum class Form : uint8_t { array, token, tape, ref };

// Interned: a Type is one word, copying is free and equality is one pointer.
// Layout, space, device and sharding are not in it: they belong to Buffer and Plan.
class Type {
 public:
  Type() : record_(&scalar) {}  // f32[]: lists of types make many, so it costs nothing
  Type(Dtype dtype, const Shape& shape) : record_(intern({Form::array, 0}, dtype, shape)) {}
  Type(Dtype dtype, std::initializer_list<Extent> shape) : Type(dtype, Shape(shape)) {}
  static Type token();
  static Type tape(Type element);  // a list of rows; of an array or of another tape
  static Type ref(Type element);

  Form form() const { return record_->form; }
  Dtype dtype() const { return record_->dtype; }
  const Shape& shape() const { return record_->shape; }
  int rank() const { return static_cast<int>(record_->shape.size()); }
  Extent extent(int axis) const { return record_->shape[static_cast<size_t>(axis)]; }
  bool known() const { return record_->count >= 0; }  // all extents are numbers
  int64_t count() const;                              // elements; a Bug where not known
  Ints ints() const;                                  // extents as numbers; a Bug where not known

  Type with(Dtype dtype) const { return {dtype, shape()}; }
  Type with(const Shape& shape) const { return {dtype(), shape}; }

  Type element() const;  // of a tape or ref

  bool operator==(const Type&) const = default;
  const void* id() const { return record_; }  // for hashing

 private:
  friend struct TypeTable;
  struct Record {
    Form form;
    int depth;  // of a tape: 1, or more where its rows are tapes
    Dtype dtype;
    Shape shape;
    int64_t count;  // -1 where an extent is not known
  };
  struct Kind {
    Form form;
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
