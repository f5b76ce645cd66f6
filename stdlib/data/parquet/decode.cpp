// decode_values: plain, dictionary, run-length, and delta.
#include "stdlib/data/parquet/decode.h"

#include <algorithm>

#include "vm/run/running.h"

// source: parquet-format's Encodings.md
namespace rille {
namespace {

uint64_t unzigzag(uint64_t x) { return (x >> 1) ^ (0 - (x & 1)); }

// Value of the bit-packed number of at most 64 bits that begins at bit `at`, lowest bit first.
uint64_t packed_bits(std::string_view bytes, uint64_t at, uint32_t width) {
  if (width == 0) return 0;
  uint64_t first = at / 8, shift = at % 8;
  uint64_t end = std::min<uint64_t>(bytes.size(), first + 8);
  uint64_t low = little(bytes.substr(first, end - first), end - first) >> shift;
  bool needs_more = shift + width > 64;
  if (needs_more) {
    low |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[first + 8])) << (64 - shift);
  }
  return width == 64 ? low : low & ((uint64_t{1} << width) - 1);
}

void plain(ByteCursor& scan, uint64_t count, const ParquetColumn& column, DenseValues& out) {
  if (column.type == ParquetType::boolean) {
    std::string_view bits = scan.take((count + 7) / 8);
    for (uint64_t i = 0; i < count; ++i)
      out.bytes += static_cast<char>((bits[i / 8] >> (i % 8)) & 1);
    out.count += count;
    return;
  }
  if (out.width > 0) {
    scan.whence().need(count <= scan.rest().size() / out.width, "the values are truncated");
    return out.add_numbers(scan.take(count * out.width), count);
  }
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t size =
        column.type == ParquetType::fixed ? static_cast<uint64_t>(column.width) : scan.number(4);
    out.add_text(scan.take(size));
  }
}

void by_dictionary(ByteCursor& scan, uint64_t count, const DenseValues& dictionary,
                   DenseValues& out) {
  if (count == 0) return;
  int bits = scan.byte();
  scan.whence().need(bits <= 32, "the dictionary indices have more than 32 bits");
  PollCounter polls;
  for (uint32_t at : hybrid_numbers(scan, bits, count)) {
    scan.whence().need(at < dictionary.count, "an index is out of range of the dictionary");
    polls.step(out.memory());
    if (out.width == 0) {
      out.order.push_back(at);
    } else {
      out.bytes.append(dictionary.bytes, at * out.width, out.width);
    }
  }
  out.count += count;
}

// Decodes a delta encoding: the first number, and blocks of differences. A block has its smallest
// difference, and each difference relative to it.
std::vector<uint64_t> differences(ByteCursor& scan, uint64_t count) {
  const FileLocation& whence = scan.whence();
  uint64_t block = scan.varint(), parts = scan.varint(), said = scan.varint();
  uint64_t last = unzigzag(scan.varint());
  constexpr uint64_t most = 1 << 20;
  bool fits = parts > 0 && block <= most && block % parts == 0 && block / parts % 8 == 0 &&
              block > 0 && said == count;
  whence.need(fits, "the header of the delta encoding is invalid");
  uint64_t each = block / parts;
  std::vector<uint64_t> out;
  if (count > 0) out.push_back(last);
  PollCounter polls;
  while (out.size() < count) {
    uint64_t least = unzigzag(scan.varint());
    std::string_view widths = scan.take(parts);
    for (uint64_t part = 0; part < parts && out.size() < count; ++part) {
      auto width = static_cast<uint32_t>(static_cast<unsigned char>(widths[part]));
      whence.need(width <= 64, "the differences have more than 64 bits");
      std::string_view bytes = scan.take(each * width / 8);
      for (uint64_t i = 0; i < each && out.size() < count; ++i) {
        polls.step(out.capacity() * sizeof(uint64_t));
        out.push_back(last += least + packed_bits(bytes, i * width, width));
      }
    }
  }
  return out;
}

void by_differences(ByteCursor& scan, uint64_t count, DenseValues& out) {
  scan.whence().need(out.width == 4 || out.width == 8,
                     "the delta encoding is used for a type other than integers");
  for (uint64_t x : differences(scan, count)) put_little(out.bytes, x, out.width);
  out.count += count;
}

void by_lengths(ByteCursor& scan, uint64_t count, DenseValues& out) {
  for (uint64_t size : differences(scan, count)) out.add_text(scan.take(size));
}

// Decodes strings that share a prefix with the string before them.
void by_prefixes(ByteCursor& scan, uint64_t count, DenseValues& out) {
  std::vector<uint64_t> shared = differences(scan, count), sizes = differences(scan, count);
  std::string last;
  PollCounter polls;
  for (size_t i = 0; i < count; ++i) {
    scan.whence().need(shared[i] <= last.size(),
                       "the prefix of a string is longer than the string before it");
    last.resize(shared[i]);
    last += scan.take(sizes[i]);
    out.add_text(last);
    polls.step(out.memory());
  }
}

// Decodes a byte stream split: the first bytes of all numbers, then the second bytes, and so on.
void from_planes(ByteCursor& scan, uint64_t count, size_t width, DenseValues& out) {
  const FileLocation& whence = scan.whence();
  whence.need(width > 0 && count <= scan.rest().size() / width, "the values are truncated");
  std::string_view planes = scan.take(count * width);
  std::string item(width, '\0');
  for (uint64_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < width; ++k) item[k] = planes[k * count + i];
    if (out.width > 0) {
      out.add_numbers(item, 1);
    } else {
      out.add_text(item);
    }
  }
}

void by_runs(ByteCursor& scan, uint64_t count, const ParquetColumn& column, DenseValues& out) {
  scan.whence().need(column.type == ParquetType::boolean,
                     "the run-length encoding is used for values other than bools");
  ByteCursor part(scan.take(scan.number(4)), scan.whence());
  for (uint32_t x : hybrid_numbers(part, 1, count)) out.bytes += static_cast<char>(x);
  out.count += count;
}

}  // namespace

std::vector<uint32_t> hybrid_numbers(ByteCursor& scan, int bits, uint64_t count) {
  std::vector<uint32_t> out;
  auto width = static_cast<uint32_t>(bits);
  PollCounter polls;
  while (out.size() < count) {
    uint64_t head = scan.varint(), left = count - out.size();
    if ((head & 1) == 0) {
      uint64_t run = head >> 1;
      auto value = static_cast<uint32_t>(scan.number((width + 7) / 8));
      scan.whence().need(run > 0, "a run is empty");
      poll((out.size() + std::min(run, left)) * sizeof(uint32_t));
      out.insert(out.end(), std::min(run, left), value);
      continue;
    }
    uint64_t groups = std::min(head >> 1, left / 8 + 1);
    scan.whence().need(groups > 0, "a run is empty");
    // The last group may be truncated after the last value.
    uint64_t bytes = std::min<uint64_t>(groups * width, scan.rest().size());
    std::string_view packed = scan.take(bytes);
    uint64_t values = std::min(groups * 8, left);
    scan.whence().need(values * width <= bytes * 8, "the bit-packed numbers are truncated");
    for (uint64_t i = 0; i < values; ++i) {
      polls.step(out.capacity() * sizeof(uint32_t));
      out.push_back(static_cast<uint32_t>(packed_bits(packed, i * width, width)));
    }
  }
  return out;
}

size_t parquet_width(const ParquetColumn& column) {
  switch (column.type) {
    case ParquetType::boolean: return 1;
    case ParquetType::int32:
    case ParquetType::real32: return 4;
    case ParquetType::int64:
    case ParquetType::real64: return 8;
    case ParquetType::int96: return 12;
    case ParquetType::fixed: return column.is_bytes ? 0 : static_cast<size_t>(column.width);
    default: return 0;
  }
}

void decode_values(ParquetEncoding encoding, ByteCursor& scan, uint64_t count,
                   const ParquetColumn& column, const DenseValues& dictionary, DenseValues& out) {
  poll(out.memory());
  bool is_text = out.width == 0;
  switch (encoding) {
    case ParquetEncoding::plain: return plain(scan, count, column, out);
    case ParquetEncoding::plain_dictionary:
    case ParquetEncoding::dictionary: return by_dictionary(scan, count, dictionary, out);
    case ParquetEncoding::rle: return by_runs(scan, count, column, out);
    case ParquetEncoding::delta: return by_differences(scan, count, out);
    case ParquetEncoding::delta_lengths:
      scan.whence().need(is_text,
                         "the delta length encoding is used for values other than strings");
      return by_lengths(scan, count, out);
    case ParquetEncoding::delta_texts:
      scan.whence().need(is_text,
                         "the delta string encoding is used for values other than strings");
      return by_prefixes(scan, count, out);
    case ParquetEncoding::split:
      return from_planes(scan, count, is_text ? static_cast<size_t>(column.width) : out.width, out);
    default: scan.whence().fail(str("unknown encoding ", static_cast<int64_t>(encoding)));
  }
}

}  // namespace rille
