// Converts scalars and tuples to 64-bit arrays for .npy.
#include <algorithm>

#include "stdlib/data/npy.h"
#include "vm/error.h"
#include "vm/numbers/rank.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

// Numbers of nested tuples of one shape, in row-major order.
class NestedNumbers {
 public:
  NestedNumbers(const Value& tree, std::string_view who) : who_(who) {
    for (const Value* x = &tree; x->is_tuple(); x = &x->items()[0]) {
      shape_.push_back(std::ssize(x->items()));
      if (x->items().empty()) break;
      if (shape_.size() > max_axes) refuse_shape(str("has more than ", max_axes, " axes"));
    }
    add(tree, 0);
  }

  Array array() const {
    if (are_all<bool>()) return filled<bool>(Dtype::boolean);
    if (are_all<int64_t>()) return filled<int64_t>(Dtype::i64);
    return filled<double>(Dtype::f64);
  }

 private:
  void add(const Value& x, size_t axis) {
    check_stack();
    polls_.step();
    if (!x.is_tuple()) {
      if (axis < shape_.size()) refuse_shape("has numbers and tuples at the same level");
      return add_number(x);
    }
    if (axis == shape_.size()) refuse_shape("has numbers and tuples at the same level");
    auto count = std::ssize(x.items());
    if (count == 0) refuse("an empty tuple");
    if (count != shape_[axis]) {
      refuse_shape(
          str("has tuples of ", shape_[axis], " and ", count, " items, expected equal lengths"));
    }
    for (const Value& item : x.items()) add(item, axis + 1);
  }

  void add_number(const Value& x) {
    bool is_bool = std::holds_alternative<bool>(x.any());
    if (!is_bool && !x.is_number()) refuse(str("a tuple with a ", kind_text(x)));
    bool is_mixed = !numbers_.empty() && is_bool != std::holds_alternative<bool>(numbers_[0].any());
    if (is_mixed) refuse("a tuple of bools and numbers");
    numbers_.push_back(x);
  }

  template <class T>
  bool are_all() const {
    return std::ranges::all_of(numbers_,
                               [](const Value& x) { return std::holds_alternative<T>(x.any()); });
  }

  template <class T>
  Array filled(Dtype dtype) const {
    Shape shape;
    for (int64_t size : shape_) shape.emplace_back(size);
    Array out(Type(dtype, shape));
    std::span<T> to = out.edit<T>();
    PollCounter polls;
    for (size_t i = 0; i < numbers_.size(); ++i) {
      polls.step();
      const auto* same = std::get_if<T>(&numbers_[i].any());
      to[i] = same != nullptr ? *same : static_cast<T>(whole(numbers_[i]));
    }
    return out;
  }

  // Converts an int among floats. Raises error[value] if f64 does not represent it exactly.
  double whole(const Value& x) const {
    int64_t number = std::get<int64_t>(x.any());
    auto out = static_cast<double>(number);
    if (out < 0x1p63 && static_cast<int64_t>(out) == number) return out;
    throw Error(Code::value, str(who_, " mixes ints and floats, but ", number,
                                 " is not exactly representable in f64"))
        .label(1);
  }

  [[noreturn]] void refuse(const std::string& got) const {
    throw Error(Code::type,
                str(who_, " is ", got, ", expected an array, a number, or a tuple of numbers"))
        .label(1);
  }
  [[noreturn]] void refuse_shape(const std::string& why) const {
    throw Error(Code::shape, str(who_, " ", why)).label(1);
  }

  std::string_view who_;
  std::vector<int64_t> shape_;
  Values numbers_;
  PollCounter polls_;
};

}  // namespace

Array npy_array(const Value& given, std::string_view who) {
  const Value& x = given.unwrapped();
  if (x.is_array()) return x.array().with_weak(false);
  bool is_host = x.is_tuple() || x.is_number() || std::holds_alternative<bool>(x.any());
  if (is_host) return NestedNumbers(x, who).array();
  throw Error(Code::type, str(who, " is ", kind_text(x),
                              ", expected an array, a number, or a tuple of numbers"))
      .label(1);
}

}  // namespace rille
