// OneOf: a variant whose copy may fail.
#pragma once

#include <functional>
#include <variant>

namespace rille {

// libstdc++ takes a variant of strings, vectors and pointers for one that always holds something.
// Where the copy of such an alternative finds no memory, the half-made variant is destroyed as if
// it did, which ends the process. Here a copy begins as the first alternative, which takes none.
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
