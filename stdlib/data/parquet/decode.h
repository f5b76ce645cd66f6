// The encodings of Parquet's pages.
#pragma once

#include <string>
#include <vector>

#include "stdlib/data/parquet/meta.h"

namespace rille {

// What is there in a column's pages, without nulls: numbers as their bytes, one behind the other;
// or texts, which may stand there once for many values.
struct DenseValues {
  std::string bytes;
  size_t width = 0;  // of a number; 0: texts
  size_t count = 0;
  std::vector<uint64_t> ends;   // of each text that stands there
  std::vector<uint32_t> order;  // of each value, which of these it is

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
  // The texts so far become a dictionary, of which no value was given yet.
  void begin_order() {
    order.clear();
    count = 0;
  }
  size_t memory() const {
    return bytes.capacity() + ends.capacity() * sizeof(uint64_t) +
           order.capacity() * sizeof(uint32_t);
  }
};

// Bytes of a number of this column in its pages; 0 of texts. A bool takes one here.
size_t parquet_width(const ParquetColumn& column);

// [count] of the column's element type: decimals as the floats next to them, times of 96 bits as
// nanoseconds since 1970.
Array parquet_numbers(const ParquetColumn& column, const DenseValues& from, const Whence& whence);

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

// Adds `count` values that stand in `scan`. The dictionary of texts is what `out` began with.
void decode_values(ParquetEncoding encoding, Scan& scan, uint64_t count,
                   const ParquetColumn& column, const DenseValues& dictionary, DenseValues& out);

}  // namespace rille
