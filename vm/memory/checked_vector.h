// CheckedVector: a vector whose index is checked.
#pragma once

#include <cstddef>
#include <vector>

namespace rille {

// What scripts, files and plug-ins fill: how many items there are was decided by somebody else. An
// index beyond them is an Error that names it, never a read behind the last one.
template <class T>
class CheckedVector : public std::vector<T> {
 public:
  using std::vector<T>::vector;

  T& operator[](size_t at) { return this->data()[checked(at)]; }
  const T& operator[](size_t at) const { return this->data()[checked(at)]; }
  T& front() { return (*this)[0]; }
  const T& front() const { return (*this)[0]; }
  T& back() { return (*this)[this->size() - 1]; }
  const T& back() const { return (*this)[this->size() - 1]; }

 private:
  size_t checked(size_t at) const {
    if (at >= this->size()) [[unlikely]]
      fail(at);
    return at;
  }
  [[noreturn]] void fail(size_t at) const;  // each T says what it lacks
};

}  // namespace rille
