// same: structural equality of values.
#include <cmath>

#include "vm/call.h"
#include "vm/tree.h"
#include "vm/tree/walk.h"

namespace rille {
namespace {

template <class A, class B>
bool equal_numbers(A a, B b) {
  if constexpr (std::is_same_v<A, KeyBits> || std::is_same_v<B, KeyBits>) {
    if constexpr (std::is_same_v<A, B>) {
      return a == b;
    } else {
      return false;
    }
  } else if constexpr (requires { a.imag(); } || requires { b.imag(); }) {
    auto wide = [](auto x) -> std::complex<double> {
      if constexpr (requires { x.imag(); }) {
        return {double{x.real()}, double{x.imag()}};
      } else {
        return static_cast<double>(x);
      }
    };
    return wide(a) == wide(b);
  } else if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
    return static_cast<__int128>(a) == static_cast<__int128>(b);
  } else {
    // Exact on x86: a long double holds every i64, u64 and f64.
    return static_cast<long double>(a) == static_cast<long double>(b);
  }
}

// An element as a C++ number: 4-bit integers and small floats are widened.
template <class T>
auto widened(T x) {
  if constexpr (std::is_same_v<T, Int4> || std::is_same_v<T, UInt4>) {
    return static_cast<int64_t>(x);
  } else if constexpr (std::is_class_v<T> && requires { static_cast<float>(x); }) {
    return static_cast<float>(x);
  } else {
    return x;
  }
}

// Not inlined, to keep the recursive frame of the caller small.
[[gnu::noinline]] bool same_arrays(const Array& a, const Array& b) {
  if (a.is_none() || b.is_none()) return a.is_none() && b.is_none();
  for (const Array* x : {&a, &b}) {
    if (x->is_traced()) {
      throw Error(Code::trace, str("same: cannot compare a traced ", x->type(),
                                   ", whose value is unknown at trace time"));
    }
  }
  if (a.shape() != b.shape()) return false;
  bool equal = true;
  with_type(a.dtype(), [&]<class A>(A) {
    with_type(b.dtype(), [&]<class B>(B) {
      auto left = a.as<A>();
      auto right = b.as<B>();
      PollCounter polls;
      for (size_t i = 0; equal && i < left.size(); ++i) {
        polls.step();
        equal = equal_numbers(widened(left[i]), widened(right[i]));
      }
    });
  });
  return equal;
}

// Whether one value is a host bool and the other an array of bools.
bool is_bool_pair(const Value& a, const Value& b) {
  auto is_array = [](const Value& x) {
    return x.is_array() && x.array().dtype() == Dtype::boolean;
  };
  auto is_host = [](const Value& x) { return std::holds_alternative<bool>(x.any()); };
  return (is_array(a) && is_host(b)) || (is_host(a) && is_array(b));
}

Array bool_array(const Value& x) {
  const bool* host = std::get_if<bool>(&x.any());
  return host != nullptr ? Array(*host) : x.array();
}

bool same_at(const Value& a, const Value& b, Depth& depth);

// Compares ranges by their items. A zip of arrays is compared as the tuple of its items.
bool same_objects(const Value& a, const Value& b, Depth& depth) {
  const auto *left = std::get_if<OpaqueValue>(&a.any()),
             *right = std::get_if<OpaqueValue>(&b.any());
  Value one = left != nullptr ? items_of(*left) : Value(),
        two = right != nullptr ? items_of(*right) : Value();
  if (!one.is_nil()) return same_at(one, two.is_nil() ? b : two, depth);
  if (!two.is_nil()) return same_at(a, two, depth);
  if (left == nullptr || right == nullptr || left->kind != right->kind) return false;
  Value inside = contents_of(*left);
  return !inside.is_nil() && same_at(inside, contents_of(*right), depth);
}

// Raises for a string that contains traced values, whose text is known only when the graph runs.
void need_known_text(const Value& a, const Value& b) {
  auto is_open = [](const Value& x) {
    const auto* object = std::get_if<OpaqueValue>(&x.any());
    return object != nullptr && object->kind == "traced str";
  };
  if (!is_open(a) && !is_open(b)) return;
  if ((!is_open(a) && !a.is_string()) || (!is_open(b) && !b.is_string())) return;
  throw Error(Code::trace,
              "cannot compare a string that contains a traced value: the text is unknown at "
              "trace time")
      .note("such strings can be used only in `print`, `assert`, and `error`")
      .help("compare the value instead");
}

bool same_at(const Value& a, const Value& b, Depth& depth) {
  if (a.is_leaf() && b.is_leaf()) return same_arrays(a.as_array(), b.as_array());
  if (is_bool_pair(a, b)) return same_arrays(bool_array(a), bool_array(b));
  if (a.is_static() && b.is_static()) return same_at(a.unwrapped(), b.unwrapped(), depth);
  if (!a.is_branch() || !b.is_branch()) {
    need_known_text(a, b);
    return equal_static(a, b) || same_objects(a, b, depth);
  }
  const Branch& left = a.branch();
  BranchRef other = fitted(left, b);
  if (other == nullptr) return false;
  Depth::Guard guard(depth);
  for (size_t i = 0; i < left.items.size(); ++i) {
    depth.polls.step();
    if (!same_at(left.items[i], other->items[i], depth)) return false;
  }
  return true;
}

}  // namespace

bool equal_static(const Value& a, const Value& b) {
  if (a.any().index() != b.any().index()) return false;
  return std::visit(
      [&]<class T>(const T& x) {
        if constexpr (std::is_same_v<T, Array>) {
          return x.body() == std::get<T>(b.any()).body();
        } else {
          return x == std::get<T>(b.any());
        }
      },
      a.any());
}

bool same(const Value& a, const Value& b) {
  Depth depth;
  return same_at(a, b, depth);
}

}  // namespace rille
