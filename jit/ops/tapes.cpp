// Tapes in the reference evaluator: bytes with rows.
#include <cstring>

#include "jit/ops/scan.h"
#include "vm/error.h"

namespace rille {
namespace {

// The layout of a tape in an array of bytes: the number of rows, the size of each, the rows.
int64_t word(const Array& bytes, size_t at) {
  int64_t out = 0;
  std::memcpy(&out, bytes.data() + at * sizeof(int64_t), sizeof(int64_t));
  return out;
}

}  // namespace

size_t rows_in(const Array& tape) { return static_cast<size_t>(word(tape, 0)); }

Array tape_of(const std::vector<Array>& rows) {
  size_t size = (rows.size() + 1) * sizeof(int64_t), at = size;
  for (const Array& row : rows) size += row.byte_size();
  Array out(Type(Dtype::u8, {static_cast<int64_t>(size)}));
  std::byte* to = out.edit_data();
  auto count = static_cast<int64_t>(rows.size());
  std::memcpy(to, &count, sizeof count);
  for (size_t i = 0; i < rows.size(); ++i) {
    auto bytes = static_cast<int64_t>(rows[i].byte_size());
    std::memcpy(to + (i + 1) * sizeof bytes, &bytes, sizeof bytes);
    if (bytes > 0) std::memcpy(to + at, rows[i].data(), rows[i].byte_size());
    at += rows[i].byte_size();
  }
  return out;
}

std::vector<Array> rows_of(const Array& tape, const Type& row) {
  size_t count = rows_in(tape), at = (count + 1) * sizeof(int64_t);
  std::vector<Array> out;
  for (size_t i = 0; i < count; ++i) {
    auto bytes = static_cast<size_t>(word(tape, i + 1));
    bool nested = row.form() == TypeForm::tape;
    Array one(nested ? Type(Dtype::u8, {static_cast<int64_t>(bytes)}) : row);
    RILLE_CHECK(one.byte_size() == bytes, "a row of ", bytes, " bytes is not a ", row);
    if (bytes > 0) std::memcpy(one.edit_data(), tape.data() + at, bytes);
    out.push_back(one);
    at += bytes;
  }
  return out;
}

Array zero_row(const Type& row) {
  if (row.form() == TypeForm::tape) return tape_of({});
  Array out(row);
  if (out.byte_size() > 0) std::memset(out.edit_data(), 0, out.byte_size());
  return out;
}

Array stack_of(const std::vector<Array>& rows, const Type& type) {
  if (type.form() == TypeForm::tape) return tape_of(rows);
  Array out(type);
  std::byte* to = out.edit_data();
  for (const Array& row : rows) {
    if (row.byte_size() > 0) std::memcpy(to, row.data(), row.byte_size());
    to += row.byte_size();
  }
  return out;
}

}  // namespace rille
