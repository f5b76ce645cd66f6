// Encodings of Parquet pages.
#pragma once

#include <string>
#include <vector>

#include "stdlib/data/parquet/meta.h"

namespace rille {

// Values of the pages of a column, without nulls: the concatenated bytes of numbers or of strings.
// A string of a dictionary is stored once for all its values.
struct DenseValues {
  std::string bytes;
  size_t width = 0;  // bytes of a number; 0 for strings
  size_t count = 0;
  std::vector<uint64_t> ends;   // end of each stored string
  std::vector<uint32_t> order;  // index of the stored string for each value

  void add_text(std::string_view text) {
    bytes += text;
    order.push_back(static_cast<uint32_t>(ends.size()));
    ends.push_back(bytes.size());
    ++count;
  }
  void add_numbers(std::string_view raw, size_t more) {
    bytes += raw;
    count += more;
  }
  // Makes the stored strings a dictionary without values.
  void begin_order() {
    order.clear();
    count = 0;
  }
  size_t memory() const {
    return bytes.capacity() + ends.capacity() * sizeof(uint64_t) +
           order.capacity() * sizeof(uint32_t);
  }
};

// Bytes of a number of the column in DenseValues; 0 for strings. A bool has one byte.
size_t parquet_width(const ParquetColumn& column);

// Array [count] of the dtype of the column. Decimals are rounded to the nearest float, and 96-bit
// timestamps become nanoseconds since 1970.
Array parquet_numbers(const ParquetColumn& column, const DenseValues& from,
                      const FileLocation& whence);

// ORDER of parquet.thrift's Encoding.
enum class ParquetEncoding : int64_t {
  plain = 0,
  plain_dictionary = 2,
  rle = 3,
  packed = 4,
  delta = 5,
  delta_lengths = 6,
  delta_texts = 7,
  dictionary = 8,
  split = 9
};

// Decodes `count` values from `scan` and adds them to `out`. The dictionary of strings is the one
// stored in `out`; that of numbers is `dictionary`.
void decode_values(ParquetEncoding encoding, ByteCursor& scan, uint64_t count,
                   const ParquetColumn& column, const DenseValues& dictionary, DenseValues& out);

}  // namespace rille
