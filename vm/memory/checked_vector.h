// CheckedVector: a vector with checked indices.
#pragma once

#include <cstddef>
#include <vector>

namespace rille {

// For items from scripts, files, and plug-ins, whose number is not known to the code that reads
// them. An index out of range is an Error that names it, never a read past the end.
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
  [[noreturn]] void fail(size_t at) const;  // each T defines the message
};

}  // namespace rille
