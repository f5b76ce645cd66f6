// Tape: rows are appended; nested tapes have stable addresses.
#include "backends/host/tape.h"

#include <cstring>

#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

size_t bytes_of(const Type& row) { return static_cast<size_t>(row.count()) * bytes(row.dtype()); }

int64_t word_at(const std::byte* from, size_t at) {
  int64_t out = 0;
  std::memcpy(&out, from + at * sizeof out, sizeof out);
  return out;
}

void put_word(std::vector<std::byte>& out, size_t at, int64_t word) {
  std::memcpy(out.data() + at, &word, sizeof word);
}

}  // namespace

Tape& Tape::operator=(const Tape& other) {
  if (this == &other) return *this;
  clear();
  count_ = other.count_;
  charge_ = other.charge_;
  rows_ = other.rows_;
  for (const auto& tape : other.nested_) nested_.push_back(std::make_unique<Tape>(*tape));
  return *this;
}

void Tape::clear() {
  count_ = 0;
  rows_.clear();
  nested_.clear();
}

void Tape::resize(size_t rows, const Type& row) {
  count_ = rows;
  if (row.form() != TypeForm::tape) {
    rows_.resize(rows * bytes_of(row));
    return charge();
  }
  nested_.resize(rows);
  charge();
  for (auto& tape : nested_) {
    if (tape == nullptr) tape = std::make_unique<Tape>();
  }
}

// Capacities double, so the accounting changes only occasionally.
void Tape::charge() {
  size_t now = rows_.capacity() + nested_.capacity() * (sizeof(Tape) + sizeof(void*));
  if (now != charge_.bytes()) charge_ = Charge(now);
}

char* Tape::row(size_t at, const Type& row) {
  RILLE_CHECK(at < count_, at, " of ", count_);
  if (row.form() == TypeForm::tape) return reinterpret_cast<char*>(nested_[at].get());
  return rows_.data() + at * bytes_of(row);
}

// The encoding: the number of rows, the size of each row in bytes, and the rows.
void Tape::put(std::vector<std::byte>& out, const Type& row) const {
  size_t start = out.size(), head = (count_ + 1) * sizeof(int64_t);
  out.resize(start + head);
  put_word(out, start, static_cast<int64_t>(count_));
  PollCounter polls;
  for (size_t i = 0; i < count_; ++i) {
    polls.step(2 * out.size());
    size_t before = out.size();
    if (row.form() == TypeForm::tape) {
      nested_[i]->put(out, row.element());
    } else {
      const auto* from = reinterpret_cast<const std::byte*>(rows_.data()) + i * bytes_of(row);
      out.insert(out.end(), from, from + bytes_of(row));
    }
    put_word(out, start + (i + 1) * sizeof(int64_t), static_cast<int64_t>(out.size() - before));
  }
}

Array Tape::bytes(const Type& row) const {
  std::vector<std::byte> all;
  put(all, row);
  Array out(Type(Dtype::u8, {Extent(static_cast<int64_t>(all.size()))}));
  std::memcpy(out.edit_data(), all.data(), all.size());
  return out;
}

Tape Tape::of_bytes(const std::byte* from, const Type& row) {
  Tape out;
  auto count = static_cast<size_t>(word_at(from, 0));
  out.resize(count, row);
  const std::byte* at = from + (count + 1) * sizeof(int64_t);
  for (size_t i = 0; i < count; ++i) {
    auto size = static_cast<size_t>(word_at(from, i + 1));
    if (row.form() == TypeForm::tape) {
      *out.nested_[i] = of_bytes(at, row.element());
    } else {
      RILLE_CHECK(size == bytes_of(row), size, " bytes for ", row);
      std::memcpy(out.rows_.data() + i * size, at, size);
    }
    at += size;
  }
  return out;
}

}  // namespace rille
