// parquet_values: reads the pages of a column chunk.
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "stdlib/data/parquet/decode.h"
#include "stdlib/data/parquet/thrift.h"
#include "vm/run/running.h"

namespace rille {
namespace {

enum Kind : int64_t { data_page, index_page, dictionary_page, data_page_2 };

struct PageHeader {
  int64_t kind = -1, unpacked = 0, packed = 0, sum = 0;
  int64_t values = 0, encoding = 0, defined_form = 3, repeated_form = 3;
  int64_t defined_bytes = 0, repeated_bytes = 0;  // for data pages of version 2
  bool has_sum = false, is_packed = true;
};

bool take_numbers(ThriftReader& thrift, int64_t id, ThriftReader::Kind kind,
                  std::initializer_list<std::pair<int64_t, int64_t*>> places) {
  for (const auto& [number, to] : places) {
    if (number != id || kind < ThriftReader::i16 || kind > ThriftReader::i64) continue;
    *to = thrift.integer();
    return true;
  }
  return false;
}

PageHeader read_head(ByteCursor& scan) {
  PageHeader out;
  ThriftReader thrift(scan);
  thrift.fields([&](int64_t id, ThriftReader::Kind kind) {
    if (id == 4 && kind == ThriftReader::i32) out.has_sum = true;
    if (kind != ThriftReader::record) {
      return take_numbers(thrift, id, kind,
                          {{1, &out.kind}, {2, &out.unpacked}, {3, &out.packed}, {4, &out.sum}});
    }
    if (id != 5 && id != 7 && id != 8) return false;
    thrift.fields([&](int64_t part, ThriftReader::Kind sort) {
      if (id == 8 && part == 7) out.is_packed = sort == ThriftReader::yes;
      if (id == 8) {
        return take_numbers(thrift, part, sort,
                            {{1, &out.values},
                             {4, &out.encoding},
                             {5, &out.defined_bytes},
                             {6, &out.repeated_bytes}});
      }
      return take_numbers(
          thrift, part, sort,
          {{1, &out.values}, {2, &out.encoding}, {3, &out.defined_form}, {4, &out.repeated_form}});
    });
    return true;
  });
  scan.whence().need(out.packed >= 0 && out.unpacked >= 0 && out.values >= 0,
                     "the size of a page is negative");
  return out;
}

Codec codec_of(int codec, const FileLocation& whence) {
  switch (codec) {
    case 0: return Codec::none;
    case 1: return Codec::snappy;
    case 2: return Codec::gzip;
    case 4: return Codec::brotli;
    case 5: return Codec::lz4_framed;
    case 6: return Codec::zstd;
    case 7: return Codec::lz4;
    default:
      whence.fail(codec == 3 ? "LZO compression is not supported"
                             : str("unknown compression codec ", codec));
  }
}

class ColumnChunkReader {
 public:
  ColumnChunkReader(const ParquetColumn& column, const ParquetChunk& said, int64_t rows,
                    const FileLocation& whence)
      : column_(column), said_(said), rows_(rows), whence_(whence) {
    out_.width = dictionary_.width = parquet_width(column);
  }

  ParquetValues read(std::string_view bytes) {
    Codec codec = codec_of(said_.codec, whence_);
    ByteCursor scan(bytes, whence_);
    while (slots_ < said_.values) {
      PageHeader head = read_head(scan);
      std::string_view packed = scan.take(static_cast<uint64_t>(head.packed));
      check_sum(head, packed);
      if (head.kind == dictionary_page) read_dictionary(head, packed, codec);
      if (head.kind == data_page) read_page(head, packed, codec);
      if (head.kind == data_page_2) read_page_2(head, packed, codec);
    }
    whence_.need(slots_ == said_.values, "the pages have more values than the metadata states");
    return made();
  }

 private:
  void check_sum(const PageHeader& head, std::string_view packed) const {
    if (!head.has_sum) return;
    uLong sum = crc32_z(0, reinterpret_cast<const Bytef*>(packed.data()), packed.size());
    whence_.need(static_cast<uint32_t>(sum) == static_cast<uint32_t>(head.sum),
                 "the checksum of a page is wrong");
  }

  void read_dictionary(const PageHeader& head, std::string_view packed, Codec codec) {
    whence_.need(slots_ == 0 && !has_dictionary_, "a dictionary page follows data pages");
    has_dictionary_ = true;
    BufferSlice page = unpack(codec, packed, static_cast<uint64_t>(head.unpacked), whence_);
    ByteCursor scan(page.view(), whence_);
    DenseValues& to = out_.width == 0 ? out_ : dictionary_;
    decode_values(ParquetEncoding::plain, scan, static_cast<uint64_t>(head.values), column_, to,
                  to);
    if (out_.width == 0) {
      dictionary_.count = out_.count;
      out_.begin_order();
    }
  }

  void read_page(const PageHeader& head, std::string_view packed, Codec codec) {
    bool is_known = (column_.max_repeated == 0 || head.repeated_form == 3) &&
                    (column_.max_defined == 0 || head.defined_form == 3);
    whence_.need(is_known, "the levels have an unsupported, deprecated encoding");
    BufferSlice page = unpack(codec, packed, static_cast<uint64_t>(head.unpacked), whence_);
    ByteCursor scan(page.view(), whence_);
    auto levels = [&](int most, std::vector<uint8_t>& to) {
      if (most == 0) return;
      ByteCursor part(scan.take(scan.number(4)), whence_);
      add_levels(part, most, head.values, to);
    };
    levels(column_.max_repeated, repeated_);
    levels(column_.max_defined, defined_);
    read_values(head, scan);
  }

  // In a data page of version 2 the levels come first and are never compressed.
  void read_page_2(const PageHeader& head, std::string_view packed, Codec codec) {
    ByteCursor front(packed, whence_);
    auto levels = [&](int most, int64_t bytes, std::vector<uint8_t>& to) {
      whence_.need(bytes >= 0, "the size of the levels is negative");
      ByteCursor part(front.take(static_cast<uint64_t>(bytes)), whence_);
      if (most > 0) add_levels(part, most, head.values, to);
    };
    levels(column_.max_repeated, head.repeated_bytes, repeated_);
    levels(column_.max_defined, head.defined_bytes, defined_);
    int64_t rest = head.unpacked - head.repeated_bytes - head.defined_bytes;
    whence_.need(rest >= 0, "the levels are longer than the page");
    if (!head.is_packed) codec = Codec::none;
    bool is_empty = front.is_done() && rest == 0;
    BufferSlice page = is_empty ? held_copy("")
                                : unpack(codec, front.rest(), static_cast<uint64_t>(rest), whence_);
    ByteCursor scan(page.view(), whence_);
    read_values(head, scan);
  }

  void add_levels(ByteCursor& scan, int most, int64_t count, std::vector<uint8_t>& to) const {
    need_values(count);
    auto bits = static_cast<int>(std::bit_width(static_cast<unsigned>(most)));
    for (uint32_t level : hybrid_numbers(scan, bits, static_cast<uint64_t>(count))) {
      whence_.need(level <= static_cast<uint32_t>(most), "a level is above the maximum");
      to.push_back(static_cast<uint8_t>(level));
    }
    poll(to.capacity() + out_.memory());
  }

  void need_values(int64_t more) const {
    whence_.need(more <= said_.values - slots_,
                 "the pages have more values than the metadata states");
  }

  void read_values(const PageHeader& head, ByteCursor& scan) {
    need_values(head.values);
    auto count = static_cast<uint64_t>(head.values);
    if (column_.max_defined > 0) {
      auto from = defined_.begin() + static_cast<std::ptrdiff_t>(slots_);
      count = static_cast<uint64_t>(
          std::count(from, defined_.end(), static_cast<uint8_t>(column_.max_defined)));
    }
    slots_ += head.values;
    if (count == 0) return;
    decode_values(static_cast<ParquetEncoding>(head.encoding), scan, count, column_, dictionary_,
                  out_);
  }

  // --- result -------------------------------------------------------------------------------

  ParquetValues made() {
    ParquetValues out;
    bool has_nulls = column_.max_defined > 0 && out_.count != static_cast<size_t>(said_.values);
    out.is_direct = out_.width > 0 && !has_nulls;
    if (column_.max_repeated > 0) {
      add_lists(out);
    } else {
      whence_.need(said_.values == rows_, str("the column has ", said_.values, " values, expected ",
                                              rows_, ", one for each row"));
      if (!out.is_direct) {
        for (int64_t i = 0; i < rows_; ++i) out.places.push_back(next_place(i));
      }
    }
    poll(out.places.capacity() * sizeof(int64_t) + out_.memory());
    out.text_ends = std::move(out_.ends);
    out.numbers =
        out_.width > 0 ? parquet_numbers(column_, out_, whence_) : bytes_array(out_.bytes);
    return out;
  }

  // Index of the value of a slot, -1 for null. Slots must be passed in order.
  int64_t next_place(int64_t slot) {
    bool is_there =
        column_.max_defined == 0 || defined_[static_cast<size_t>(slot)] == column_.max_defined;
    if (!is_there) return -1;
    size_t at = taken_++;
    return static_cast<int64_t>(out_.width == 0 ? out_.order[at] : at);
  }

  void add_lists(ParquetValues& out) {
    out.is_direct = false;
    for (int64_t slot = 0; slot < said_.values; ++slot) {
      bool begins = repeated_[static_cast<size_t>(slot)] == 0;
      whence_.need(begins || slot > 0, "the first list has no start");
      if (begins && slot > 0) out.ends.push_back(slot);
      out.places.push_back(next_place(slot));
    }
    if (said_.values > 0) out.ends.push_back(said_.values);
    whence_.need(
        std::ssize(out.ends) == rows_,
        str("the column has ", out.ends.size(), " lists, expected ", rows_, ", one for each row"));
    out.defined = std::move(defined_);
    out.repeated = std::move(repeated_);
  }

  const ParquetColumn& column_;
  const ParquetChunk& said_;
  int64_t rows_;
  const FileLocation& whence_;
  DenseValues dictionary_, out_;
  std::vector<uint8_t> defined_, repeated_;
  int64_t slots_ = 0;  // number of values and nulls read so far
  size_t taken_ = 0;   // number of values returned by next_place()
  bool has_dictionary_ = false;
};

}  // namespace

ParquetValues parquet_values(std::string_view chunk, const ParquetColumn& column,
                             const ParquetChunk& said, int64_t rows, const FileLocation& whence) {
  whence.need(said.values >= 0, "the number of values is negative");
  return ColumnChunkReader(column, said, rows, whence).read(chunk);
}

}  // namespace rille
