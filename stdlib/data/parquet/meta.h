// What a Parquet file says of itself: columns and row groups.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stdlib/bytes/packed.h"
#include "vm/numbers/dtype.h"
#include "vm/value.h"

namespace rille {

// How numbers and bytes stand in pages. ORDER of parquet.thrift's Type.
enum class ParquetType : uint8_t { boolean, int32, int64, int96, real32, real64, bytes, fixed };

// A column as far as it can be read: numbers, texts, bytes, or lists of these.
struct ParquetColumn {
  std::string name;  // of a struct's field "a.b"; of a list that of the list, of a map's "m.key"
  ParquetType type = ParquetType::int32;
  Dtype dtype = Dtype::i32;  // what its numbers become
  int64_t width = 0;         // of `fixed`
  bool is_text = false;
  bool is_decimal = false;
  int scale = 0;                  // of decimals: digits behind the point
  int most_defined = 0;           // the level of a value that is there
  int most_repeated = 0;          // how deep lists stand in lists; 0: none
  std::vector<int> list_defined;  // of each, the level from which on it has an element
  std::string refusal;            // why it cannot be read; empty where it can

  bool is_number() const { return type != ParquetType::bytes && !is_bytes; }
  bool is_bytes = false;  // of `fixed` that is no number
};

// Where a column's pages of a row group stand.
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

ParquetMeta parquet_meta(std::string_view footer, const Whence& whence);

// The values of a column in a row group: one for each row, where there are no lists.
struct ParquetValues {
  Array numbers;                    // of what is there, in order, u8 of bytes
  std::vector<uint64_t> text_ends;  // of texts in `numbers`
  bool is_direct = false;           // each value is the number at its own place
  std::vector<int64_t> places;      // else which number or text each value is, -1: none
  // Of lists a value is an element, or stands for a list that is empty or missing.
  std::vector<int64_t> ends;               // of the values of each row
  std::vector<uint8_t> defined, repeated;  // their levels
};
// `chunk`: the bytes that ParquetChunk tells of.
ParquetValues parquet_values(std::string_view chunk, const ParquetColumn& column,
                             const ParquetChunk& said, int64_t rows, const Whence& whence);

// An item of it, and all of it as a batch: arrays, of texts and of lists tuples. Null is nil, and
// nan in an array, which is f64 where ints have one.
Value parquet_item(const ParquetColumn& column, const ParquetValues& values, int64_t row,
                   const Whence& whence);
Value parquet_batch(const ParquetColumn& column, const ParquetValues& values, int64_t rows,
                    const Whence& whence);

// Runs and packed bits of Parquet's "RLE / bit-packing hybrid": `count` numbers of so many bits.
std::vector<uint32_t> hybrid_numbers(Scan& scan, int bits, uint64_t count);

}  // namespace rille
