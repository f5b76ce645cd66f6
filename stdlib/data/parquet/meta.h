// Metadata of a Parquet file: columns and row groups.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stdlib/bytes/packed.h"
#include "vm/numbers/dtype.h"
#include "vm/value.h"

namespace rille {

// Physical type of the values in pages, in the ORDER of Type in parquet.thrift.
enum class ParquetType : uint8_t { boolean, int32, int64, int96, real32, real64, bytes, fixed };

// Column of numbers, strings, bytes, or lists of these.
struct ParquetColumn {
  std::string name;  // "a.b" for a field of a struct, the list's name for a list, "m.key" for a map
  ParquetType type = ParquetType::int32;
  Dtype dtype = Dtype::i32;  // dtype of the array of its numbers
  int64_t width = 0;         // bytes of a `fixed` value
  bool is_text = false;
  bool is_decimal = false;
  int scale = 0;                  // digits after the decimal point
  int max_defined = 0;            // maximum definition level: that of a value that is not null
  int max_repeated = 0;           // maximum repetition level: nesting depth of lists, 0 for none
  std::vector<int> list_defined;  // for each list, the minimum definition level of an element
  std::string refusal;            // reason why the column is not supported; empty if it is

  bool is_number() const { return type != ParquetType::bytes && !is_bytes; }
  bool is_bytes = false;  // true for a `fixed` type that is not a number
};

// Location of the pages of a column in a row group.
struct ParquetChunk {
  uint64_t begin = 0, size = 0;
  int64_t values = 0;
  int codec = 0;
};

struct ParquetGroup {
  int64_t rows = 0;
  std::vector<ParquetChunk> chunks;  // one for each column
};

struct ParquetMeta {
  std::vector<ParquetColumn> columns;
  std::vector<ParquetGroup> groups;
};

ParquetMeta parquet_meta(std::string_view footer, const FileLocation& whence);

// Values of a column in a row group: one for each row if the column has no lists.
struct ParquetValues {
  Array numbers;                    // values that are not null, in order; u8 for strings and bytes
  std::vector<uint64_t> text_ends;  // end of each string in `numbers`
  bool is_direct = false;           // true if value i is number i
  std::vector<int64_t> places;  // otherwise the index of each value's number or string; -1: null
  // For lists: a value is an element, or represents an empty or missing list.
  std::vector<int64_t> ends;               // end of the values of each row
  std::vector<uint8_t> defined, repeated;  // definition and repetition level of each value
};
// `chunk` holds the bytes that ParquetChunk describes.
ParquetValues parquet_values(std::string_view chunk, const ParquetColumn& column,
                             const ParquetChunk& said, int64_t rows, const FileLocation& whence);

// One value of a column, and all values as a batch: an array for numbers, a tuple for strings and
// lists. A null is nil, or NaN in an array, which is f64 for ints with nulls.
Value parquet_item(const ParquetColumn& column, const ParquetValues& values, int64_t row,
                   const FileLocation& whence);
Value parquet_batch(const ParquetColumn& column, const ParquetValues& values, int64_t rows,
                    const FileLocation& whence);

// Decodes `count` numbers of `bits` bits from Parquet's "RLE / bit-packing hybrid" encoding.
std::vector<uint32_t> hybrid_numbers(ByteCursor& scan, int bits, uint64_t count);

}  // namespace rille
