// parquet_item, parquet_batch: script values of columns.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "stdlib/array.h"
#include "stdlib/data/parquet/meta.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

bool is_texts(const ParquetColumn& column) {
  return column.type == ParquetType::bytes || column.is_bytes;
}

// Range of the values of a column.
struct ColumnRange {
  const ParquetColumn& column;
  const ParquetValues& values;
  const FileLocation& whence;
  int64_t begin, end;

  int64_t count() const { return end - begin; }
  int64_t place(int64_t at) const {
    return values.is_direct ? begin + at : values.places[static_cast<size_t>(begin + at)];
  }
  bool has_nulls() const {
    if (values.is_direct) return false;
    for (int64_t i = 0; i < count(); ++i) {
      if (place(i) < 0) return true;
    }
    return false;
  }

  Value text(int64_t at) const {
    int64_t which = place(at);
    if (which < 0) return {};
    auto here = static_cast<size_t>(which);
    uint64_t first = here == 0 ? 0 : values.text_ends[here - 1];
    std::string_view all = bytes_of(values.numbers);
    std::string_view bytes = all.substr(first, values.text_ends[here] - first);
    if (!column.is_text) return Value(bytes_array(bytes));
    whence.need(first_bad(bytes) == bytes.size(),
                str("column ", column.name, ": a string is not UTF-8"));
    return Value(std::string(bytes));
  }

  Value texts() const {
    Values out;
    PollCounter polls;
    size_t scratch = 0;
    for (int64_t i = 0; i < count(); ++i) {
      out.push_back(text(i));
      if (out.back().is_string()) scratch += out.back().string().size();
      polls.step(out.capacity() * sizeof(Value) + scratch);
    }
    return Value::tuple(std::move(out));
  }

  // Array [count] of the values, none of which is null.
  Array numbers() const {
    Type type(column.dtype, {count()});
    size_t width = bytes(column.dtype);
    if (values.is_direct) return values.numbers.view(type, static_cast<size_t>(begin) * width);
    Array out(type);
    if (count() == 0) return out;
    std::byte* to = out.edit_data();
    PollCounter polls;
    for (int64_t i = 0; i < count(); ++i) {
      polls.step();
      std::memcpy(to + static_cast<size_t>(i) * width,
                  values.numbers.data() + static_cast<size_t>(place(i)) * width, width);
    }
    return out;
  }

  // Whether f64 represents the 64-bit integer at an index exactly.
  bool is_exact(int64_t at) const {
    auto here = static_cast<size_t>(at);
    bool is_signed = column.dtype == Dtype::i64;
    if (!is_signed && column.dtype != Dtype::u64) return true;
    int64_t x = is_signed ? values.numbers.as<int64_t>()[here] : 0;
    uint64_t size = !is_signed ? values.numbers.as<uint64_t>()[here]
                    : x < 0    ? 0 - static_cast<uint64_t>(x)
                               : static_cast<uint64_t>(x);
    return size == 0 || size >> std::countr_zero(size) < uint64_t{1} << 53;
  }

  // Array with NaN for nulls: in the dtype of a float column, else in f64. Raises an error for an
  // integer that f64 does not represent exactly.
  Array numbers_with_nan() const {
    bool is_float = kind(column.dtype) == DtypeKind::floating;
    Array from = is_float && column.dtype == Dtype::f16 ? convert(values.numbers, Dtype::f32)
                                                        : values.numbers;
    Array wide = convert(from, Dtype::f64);
    auto all = wide.as<double>();
    Array out(Type(Dtype::f64, {count()}));
    auto to = out.edit<double>();
    PollCounter polls;
    for (int64_t i = 0; i < count(); ++i) {
      polls.step();
      int64_t at = place(i);
      whence.need(at < 0 || is_exact(at), str("column ", column.name,
                                              ": with nulls the column becomes f64, which does not "
                                              "represent one of its integers exactly; `groups = "
                                              "false` reads it"));
      to[static_cast<size_t>(i)] =
          at < 0 ? std::numeric_limits<double>::quiet_NaN() : all[static_cast<size_t>(at)];
    }
    return is_float ? convert(out, column.dtype) : out;
  }

  Value whole() const {
    if (is_texts(column)) return texts();
    return Value(has_nulls() ? numbers_with_nan() : numbers());
  }
};

// List of lists or of values that a range of values of a row represents. `depth` is the number of
// lists that contain it.
Value list_of(const ColumnRange& part, int depth) {
  const ParquetColumn& column = part.column;
  const std::vector<uint8_t>&defined = part.values.defined, &repeated = part.values.repeated;
  int least = column.list_defined[static_cast<size_t>(depth)];
  int first = defined[static_cast<size_t>(part.begin)];
  if (first < least - 1) return {};
  ColumnRange here = part;
  if (first < least) here.end = here.begin;
  if (depth + 1 == column.max_repeated) return here.whole();
  Values out;
  PollCounter polls;
  for (int64_t at = here.begin, next = at; at < here.end; at = next) {
    ++next;
    while (next < here.end && repeated[static_cast<size_t>(next)] > depth + 1) ++next;
    out.push_back(list_of({column, part.values, part.whence, at, next}, depth + 1));
    polls.step(out.capacity() * sizeof(Value));
  }
  return Value::tuple(std::move(out));
}

Value list_at(const ParquetColumn& column, const ParquetValues& values, int64_t row,
              const FileLocation& whence) {
  auto at = static_cast<size_t>(row);
  int64_t begin = at == 0 ? 0 : values.ends[at - 1];
  return list_of({column, values, whence, begin, values.ends[at]}, 0);
}

}  // namespace

Value parquet_item(const ParquetColumn& column, const ParquetValues& values, int64_t row,
                   const FileLocation& whence) {
  if (column.max_repeated > 0) return list_at(column, values, row, whence);
  ColumnRange part{column, values, whence, row, row + 1};
  if (is_texts(column)) return part.text(0);
  if (part.place(0) < 0) return {};
  return Value(part.numbers().view(Type(column.dtype, Shape{}), 0));
}

Value parquet_batch(const ParquetColumn& column, const ParquetValues& values, int64_t rows,
                    const FileLocation& whence) {
  if (column.max_repeated == 0) return ColumnRange{column, values, whence, 0, rows}.whole();
  Values out;
  PollCounter polls;
  for (int64_t row = 0; row < rows; ++row) {
    out.push_back(list_at(column, values, row, whence));
    polls.step(out.capacity() * sizeof(Value));
  }
  return Value::tuple(std::move(out));
}

}  // namespace rille
