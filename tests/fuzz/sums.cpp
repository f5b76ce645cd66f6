// summed: forms of files are known by their first bytes.
#include "tests/fuzz/sums.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/bytes/scan.h"
#include "stdlib/data/records/sums.h"

namespace rille::fuzz {
namespace {

void put(std::string& bytes, size_t at, uint64_t x, size_t width) {
  for (size_t i = 0; i < width; ++i) bytes[at + i] = static_cast<char>(x >> (8 * i));
}

uint64_t at(std::string_view bytes, size_t from, size_t width) {
  return little(bytes.substr(from, width), width);
}

uint32_t crc32_of(std::string_view bytes) {
  auto* data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<uint32_t>(crc32_z(0, data, bytes.size()));
}

bool is_tfrecord(std::string_view bytes) {
  return bytes.size() >= 16 && at(bytes, 8, 4) == masked_crc32c(bytes.substr(0, 8));
}

void sum_tfrecord(std::string& bytes) {
  for (size_t from = 0; from + 16 <= bytes.size();) {
    std::string_view all = bytes;
    uint64_t size = at(all, from, 8), left = all.size() - from - 16;
    put(bytes, from + 8, masked_crc32c(all.substr(from, 8)), 4);
    if (size > left) return;
    put(bytes, from + 12 + size, masked_crc32c(all.substr(from + 12, size)), 4);
    from += 16 + size;
  }
}

constexpr std::string_view png = "\x89PNG\r\n\x1A\n";

void sum_png(std::string& bytes) {
  for (size_t from = png.size(); from + 12 <= bytes.size();) {
    std::string_view all = bytes;
    uint64_t size = __builtin_bswap32(static_cast<uint32_t>(at(all, from, 4)));
    if (size > all.size() - from - 12) return;
    uint32_t sum = crc32_of(all.substr(from + 4, size + 4));
    put(bytes, from + 8 + size, __builtin_bswap32(sum), 4);
    from += 12 + size;
  }
}

// Of the files that are not packed, in front of them and in the directory behind.
void sum_zip(std::string& bytes) {
  for (size_t from = 0; from + 46 <= bytes.size(); ++from) {
    std::string_view all = bytes;
    if (all.substr(from, 4) != "PK\1\2") continue;
    uint64_t method = at(all, from + 10, 2), size = at(all, from + 20, 4),
             place = at(all, from + 42, 4);
    if (method != 0 || place + 30 > all.size()) continue;
    uint64_t begin = place + 30 + at(all, place + 26, 2) + at(all, place + 28, 2);
    if (begin > all.size() || size > all.size() - begin) continue;
    uint32_t sum = crc32_of(all.substr(begin, size));
    put(bytes, from + 16, sum, 4);
    put(bytes, place + 14, sum, 4);
  }
}

// The heads of chunks: 40 bytes behind a block's 24, and one behind the other within a block.
void sum_riegeli(std::string& bytes) {
  constexpr size_t block = 65536, block_head = 24, head = 40;
  for (size_t from = 0; from + block_head + head <= bytes.size(); from += block) {
    size_t here = from + block_head, end = std::min(from + block, bytes.size());
    while (here + head <= end) {
      std::string_view all = bytes;
      uint64_t size = at(all, here + 8, 8);
      if (size == 0 && all[here + 24] == 0) break;
      if (size <= end - here - head) {
        put(bytes, here + 16, riegeli_hash(all.substr(here + head, size)), 8);
      }
      put(bytes, here, riegeli_hash(std::string_view(bytes).substr(here + 8, 32)), 8);
      if (size > end - here - head) break;
      here += head + size;
    }
  }
}

// The sum of a header of ours stands in it, eight hex digits, made with zeros in their place.
void sum_header(std::string& bytes) {
  constexpr std::string_view mark = "\"rille.sum\":\"";
  size_t found = bytes.find(mark);
  if (bytes.size() < 8 || found == std::string::npos) return;
  uint64_t size = at(bytes, 0, 8);
  size_t digits = found + mark.size();
  if (size > bytes.size() - 8 || digits + 8 > 8 + size) return;
  bytes.replace(digits, 8, 8, '0');
  char text[9];
  std::snprintf(text, sizeof text, "%08x", crc32c(std::string_view(bytes).substr(0, 8 + size)));
  bytes.replace(digits, 8, text);
}

bool ends_in_sum(std::string_view bytes) {
  if (bytes.size() < 8) return false;
  std::string_view front = bytes.substr(0, bytes.size() - 4);
  return at(bytes, front.size(), 4) == crc32c(front);
}

void sum_one(std::string& bytes, std::string_view good) {
  if (ends_in_sum(good) && bytes.size() >= 4) {
    std::string_view front = std::string_view(bytes).substr(0, bytes.size() - 4);
    if (good.starts_with("\x0C\xDB") && bytes.size() >= 16) put(bytes, 4, bytes.size(), 8);
    put(bytes, front.size(), crc32c(front), 4);
  }
  if (is_tfrecord(good)) sum_tfrecord(bytes);
  if (good.starts_with(png)) sum_png(bytes);
  if (good.starts_with("PK")) sum_zip(bytes);
  bool is_riegeli = good.size() >= 65536 && good.size() % 65536 == 0;
  if (is_riegeli) {
    bytes.resize((bytes.size() + 65535) / 65536 * 65536);
    sum_riegeli(bytes);
  }
  sum_header(bytes);
}

}  // namespace

void sum_again(Files& files, const Files& good) {
  for (File& file : files) {
    auto before = std::ranges::find(good, file.name, &File::name);
    if (before != good.end() && before->bytes != file.bytes) sum_one(file.bytes, before->bytes);
  }
}

}  // namespace rille::fuzz
