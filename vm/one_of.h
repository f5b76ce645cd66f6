// OneOf: a variant whose copy may fail.
#pragma once

#include <functional>
#include <variant>

namespace rille {

// libstdc++ assumes that a variant of strings, vectors, and pointers is never valueless. If the
// copy of such an alternative fails for lack of memory, the incomplete variant is destroyed as if
// it were complete, which terminates the process. This copy starts as the first alternative, which
// does not allocate.
template <class First, class... Rest>
class OneOf : public std::variant<First, Rest...> {
  using Base = std::variant<First, Rest...>;

 public:
  using Base::Base;
  using Base::operator=;
  OneOf() = default;
  OneOf(const OneOf& other);
  OneOf(OneOf&&) = default;
  OneOf& operator=(const OneOf&) = default;
  OneOf& operator=(OneOf&&) = default;
};

// Not inline, so that `extern template` keeps it out of the files that only name such a type.
template <class First, class... Rest>
OneOf<First, Rest...>::OneOf(const OneOf& other) : Base() {
  Base::operator=(other);
}

}  // namespace rille

template <class... Types>
struct std::hash<rille::OneOf<Types...>> : std::hash<std::variant<Types...>> {};
