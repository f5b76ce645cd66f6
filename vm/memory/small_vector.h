// SmallVector: a list that stores its first items inline.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

namespace rille {

// Like std::vector for trivially copyable items, with space for N of them in the object: graph
// nodes are created by the million and have one or two inputs.
template <class T, size_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  SmallVector() = default;
  explicit SmallVector(size_t count, T fill = {}) { resize(count, fill); }
  SmallVector(std::initializer_list<T> items) { append(items.begin(), items.end()); }
  template <std::input_iterator It>
  SmallVector(It first, It last) {
    for (; first != last; ++first) push_back(*first);
  }
  SmallVector(const SmallVector& other) { append(other.begin(), other.end()); }
  SmallVector(SmallVector&& other) noexcept { steal(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) {
      size_ = 0;
      append(other.begin(), other.end());
    }
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      free_heap();
      steal(other);
    }
    return *this;
  }
  ~SmallVector() { free_heap(); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return heap_ != nullptr ? heap_ : inline_; }
  const T* data() const { return heap_ != nullptr ? heap_ : inline_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](size_t at) { return data()[at]; }
  const T& operator[](size_t at) const { return data()[at]; }
  T& front() { return data()[0]; }
  const T& front() const { return data()[0]; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  void clear() { size_ = 0; }
  void pop_back() { --size_; }
  void reserve(size_t wanted) {
    if (wanted > capacity_) grow(wanted);
  }
  void push_back(T item) {
    if (size_ == capacity_) grow(capacity_ * 2);
    data()[size_++] = item;
  }
  template <class... Args>
  T& emplace_back(Args&&... args) {
    push_back(T{std::forward<Args>(args)...});
    return back();
  }
  void resize(size_t count, T fill = {}) {
    reserve(count);
    for (size_t i = size_; i < count; ++i) data()[i] = fill;
    size_ = static_cast<unsigned>(count);
  }
  void append(const T* first, const T* last) {
    auto count = static_cast<size_t>(last - first);
    reserve(size_ + count);
    std::copy(first, last, data() + size_);
    size_ += static_cast<unsigned>(count);
  }
  void append(const SmallVector& other) { append(other.begin(), other.end()); }
  iterator insert(iterator place, T item) {
    auto at = place - begin();
    push_back(item);
    std::rotate(begin() + at, end() - 1, end());
    return begin() + at;
  }
  iterator erase(iterator place) {
    std::move(place + 1, end(), place);
    --size_;
    return place;
  }
  iterator erase(iterator first, iterator last) {
    std::move(last, end(), first);
    size_ -= static_cast<unsigned>(last - first);
    return first;
  }

  bool operator==(const SmallVector& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  void grow(size_t wanted) {
    auto* bigger = static_cast<T*>(::operator new(wanted * sizeof(T)));
    std::copy(begin(), end(), bigger);
    free_heap();
    heap_ = bigger;
    capacity_ = static_cast<unsigned>(wanted);
  }
  void free_heap() {
    ::operator delete(static_cast<void*>(heap_));
    heap_ = nullptr;
    capacity_ = N;
  }
  void steal(SmallVector& other) {
    size_ = other.size_;
    capacity_ = other.capacity_;
    heap_ = std::exchange(other.heap_, nullptr);
    if (heap_ == nullptr) std::copy(other.inline_, other.inline_ + size_, inline_);
    other.size_ = 0;
    other.capacity_ = N;
  }

  T* heap_ = nullptr;
  unsigned size_ = 0;
  unsigned capacity_ = N;
  T inline_[N] = {};
};

}  // namespace rille
