// ThriftReader: reads structs and lists, skips unknown fields.
#include "stdlib/data/parquet/thrift.h"

#include "vm/run/running.h"

namespace rille {

void ThriftReader::deeper() {
  constexpr int deepest = 64;
  scan_.whence().need(++depth_ < deepest, "the metadata exceeds the maximum depth of 64");
}

void ThriftReader::fields(const FieldVisitor& f) {
  deeper();
  PollCounter polls;
  for (int64_t id = 0;;) {
    polls.step();
    uint8_t head = scan_.byte();
    auto kind = static_cast<Kind>(head & 15);
    if (kind == stop) break;
    int64_t step = head >> 4;
    id = step == 0 ? integer() : id + step;
    if (!f(id, kind)) skip(kind);
  }
  --depth_;
}

void ThriftReader::items(const std::function<void(Kind kind)>& f) {
  deeper();
  uint8_t head = scan_.byte();
  uint64_t count = head >> 4;
  if (count == 15) count = scan_.varint();
  // An item has at least one byte.
  scan_.whence().need(count <= scan_.rest().size(),
                      "a list in the metadata is longer than the metadata");
  PollCounter polls;
  for (uint64_t i = 0; i < count; ++i) {
    polls.step();
    f(static_cast<Kind>(head & 15));
  }
  --depth_;
}

int64_t ThriftReader::integer() {
  uint64_t x = scan_.varint();
  return static_cast<int64_t>(x >> 1) ^ -static_cast<int64_t>(x & 1);
}

std::string_view ThriftReader::bytes() { return scan_.take(scan_.varint()); }

// A bool in a list or map has one byte. The bool of a field is in the header of the field.
void ThriftReader::skip_item(Kind kind) {
  if (kind == yes || kind == no) {
    scan_.byte();
  } else {
    skip(kind);
  }
}

void ThriftReader::skip(Kind kind) {
  switch (kind) {
    case yes:
    case no: return;
    case i8: scan_.byte(); return;
    case i16:
    case i32:
    case i64: scan_.varint(); return;
    case real: scan_.take(8); return;
    case text: bytes(); return;
    case list:
    case set: return items([&](Kind item) { skip_item(item); });
    case map: {
      uint64_t count = scan_.varint();
      if (count == 0) return;
      scan_.whence().need(count <= scan_.rest().size(),
                          "a map in the metadata is longer than the metadata");
      uint8_t kinds = scan_.byte();
      deeper();
      PollCounter polls;
      for (uint64_t i = 0; i < count; ++i) {
        polls.step();
        skip_item(static_cast<Kind>(kinds >> 4));
        skip_item(static_cast<Kind>(kinds & 15));
      }
      --depth_;
      return;
    }
    case record: return fields([](int64_t, Kind) { return false; });
    default: scan_.whence().fail("the metadata has a value of an unknown type");
  }
}

}  // namespace rille
