// Riegeli: reads and writes chunks of records.
#include "stdlib/data/records/riegeli.h"

#include <algorithm>
#include <cstring>

#include "stdlib/bytes/packing.h"
#include "stdlib/data/records/record_file.h"
#include "stdlib/data/records/sums.h"
#include "vm/run/running.h"

// source: riegeli/records/doc/riegeli_records_file_format.md, "simple chunks"
namespace rille {
namespace {

constexpr uint64_t block = riegeli_block, block_head = 24, usable = block - block_head;
constexpr size_t chunk_head = 40;

// Bytes of a chunk. If the size is known, all of them are read at once.
class ChunkBytes {
 public:
  ChunkBytes(const OpenFile& file, const FileLocation& whence, uint64_t at, uint64_t ahead)
      : file_(file), whence_(whence), at_(at), begin_(at) {
    if (ahead > 0) read(at, ahead);
  }

  // Returns the next `size` bytes, without the block headers between them. The view is valid until
  // the next call.
  std::string_view take(uint64_t size) {
    if (at_ % block == 0) at_ += block_head;
    uint64_t first = std::min(size, block - at_ % block), rest = size - first;
    uint64_t heads = rest == 0 ? 0 : (rest - 1) / usable + 1;
    whence_.need(size <= static_cast<uint64_t>(file_.bytes()), "the chunk is longer than the file");
    std::span<std::byte> raw = there(size + heads * block_head);
    if (heads > 0) raw = without_block_heads(static_cast<int64_t>(at_), raw);
    at_ += size + heads * block_head;
    return {reinterpret_cast<const char*>(raw.data()), raw.size()};
  }

  // Some of the bytes that take() returned, with shared ownership of the buffer.
  BufferSlice held(std::string_view bytes) const {
    return {raw_.held, static_cast<size_t>(bytes.data() - raw_.view().data()), bytes.size()};
  }

 private:
  void read(uint64_t at, uint64_t size) {
    need_there(file_, at, size, whence_);
    raw_ = room_for(size);
    begin_ = at;
    OpenFile::ReadRange piece{static_cast<int64_t>(at), all()};
    file_.read_pieces({&piece, 1});
  }
  std::span<std::byte> all() const {
    return {static_cast<std::byte*>(raw_.held->data()), raw_.size};
  }
  std::span<std::byte> there(uint64_t size) {
    bool is_read = at_ >= begin_ && at_ - begin_ + size <= raw_.size;
    if (!is_read) read(at_, size);
    return all().subspan(at_ - begin_, size);
  }

  const OpenFile& file_;
  const FileLocation& whence_;
  uint64_t at_, begin_;  // offsets of the next byte and of raw_
  BufferSlice raw_;
};

struct ChunkHeader {
  uint64_t size, hash, records, decoded;
  char type;
};

ChunkHeader chunk_head_of(std::string_view bytes, const FileLocation& whence) {
  ByteCursor scan(bytes, whence);
  uint64_t sum = scan.number(8);
  whence.need(sum == riegeli_hash(scan.rest()), "the checksum of the chunk header is wrong");
  ChunkHeader out{};
  out.size = scan.number(8);
  out.hash = scan.number(8);
  out.type = static_cast<char>(scan.byte());
  out.records = scan.number(7);
  out.decoded = scan.number(8);
  return out;
}

Codec codec_of(char type, const FileLocation& whence) {
  switch (type) {
    case 0: return Codec::none;
    case 'b': return Codec::brotli;
    case 'z': return Codec::zstd;
    case 's': return Codec::snappy;
    default: whence.fail(str("unknown compression type ", int{type}));
  }
}

// Decompresses a part of a chunk. A compressed part begins with its decompressed size.
BufferSlice unpacked(Codec codec, const ChunkBytes& chunk, std::string_view bytes,
                     const FileLocation& whence) {
  if (codec == Codec::none) return chunk.held(bytes);
  ByteCursor scan(bytes, whence);
  uint64_t size = scan.varint();
  return unpack(codec, scan.rest(), size, whence);
}

}  // namespace

RiegeliChunk read_chunk(const OpenFile& file, uint64_t at, const FileLocation& whence,
                        uint64_t ahead) {
  ChunkBytes bytes(file, whence, at, ahead);
  ChunkHeader head = chunk_head_of(bytes.take(chunk_head), whence);
  std::string_view data = bytes.take(head.size);
  whence.need(riegeli_hash(data) == head.hash, "the checksum of the chunk is wrong");
  whence.need(head.type != 't',
              "the chunk is transposed, which is not supported: its format is not published");
  whence.need(head.type == 'r', "expected a chunk of records");
  ByteCursor scan(data, whence);
  Codec codec = codec_of(static_cast<char>(scan.byte()), whence);
  std::string_view packed_sizes = scan.take(scan.varint());
  BufferSlice sizes = unpacked(codec, bytes, packed_sizes, whence);
  RiegeliChunk out{unpacked(codec, bytes, scan.rest(), whence), {}};
  whence.need(head.records <= sizes.size, "the chunk has fewer records than its header states");
  poll(head.records * sizeof(uint64_t));
  out.ends.reserve(head.records);
  uint64_t end = 0;
  PollCounter polls;
  ByteCursor each(sizes.view(), whence);
  for (uint64_t i = 0; i < head.records; ++i) {
    polls.step(out.ends.capacity() * sizeof(uint64_t));
    uint64_t size = each.varint();
    whence.need(size <= out.values.size - end, "the records are longer than the chunk");
    out.ends.push_back(end += size);
  }
  bool is_whole = each.is_done() && end == out.values.size && end == head.decoded;
  whence.need(is_whole, "the sizes of the records do not add up to the size of the chunk");
  return out;
}

bool has_block_head(int64_t at, size_t size) {
  auto within = static_cast<uint64_t>(at) % block;
  return within == 0 || within + size > block;
}

std::span<std::byte> without_block_heads(int64_t at, std::span<std::byte> bytes) {
  uint64_t first = (block - static_cast<uint64_t>(at) % block) % block;
  size_t end = std::min<size_t>(first, bytes.size());
  for (size_t from = first; from < bytes.size(); from += block) {
    size_t begin = std::min<size_t>(from + block_head, bytes.size());
    size_t size = std::min<size_t>(from + block, bytes.size()) - begin;
    std::memmove(bytes.data() + end, bytes.data() + begin, size);
    end += size;
  }
  return bytes.first(end);
}

namespace {

// Uncompressed chunk of one record whose hashes are not verified yet: the hashed bytes, and the
// record.
struct SingleRecordChunk {
  std::string_view head, data, record;
  bool has_sums(uint64_t of_head, uint64_t of_data) const {
    return little(head, 8) == of_head && little(head.substr(16), 8) == of_data;
  }
  std::string_view summed_head() const { return head.substr(8); }
};

// Whether the bytes are exactly the varint encoding of x.
bool is_varint(std::string_view bytes, uint64_t x) {
  constexpr uint64_t more = 0x80;
  for (size_t i = 0; i + 1 < bytes.size(); ++i, x >>= 7) {
    if (static_cast<unsigned char>(bytes[i]) != (x & (more - 1)) + more) return false;
  }
  return x < more && x == static_cast<unsigned char>(bytes.back()) && (x > 0 || bytes.size() == 1);
}

std::optional<SingleRecordChunk> lone_chunk(std::span<const std::byte> bytes) {
  constexpr size_t least = chunk_head + 3;  // compression type, size of the sizes, one size
  std::string_view raw(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (raw.size() < least) return {};
  std::string_view head = raw.substr(0, chunk_head);
  uint64_t size = little(head.substr(8), 8);
  uint64_t records = little(head.substr(24), 8) >> 8;  // follows the byte of the chunk type
  if (size < least - chunk_head || size > raw.size() - chunk_head) return {};
  std::string_view data = raw.substr(chunk_head, size);
  bool is_plain = head[24] == 'r' && records == 1 && data[0] == 0;
  auto width = static_cast<unsigned char>(data[1]);  // number of bytes of the one size
  if (!is_plain || width == 0 || width > 8 || data.size() < size_t{2} + width) return {};
  std::string_view record = data.substr(size_t{2} + width);
  bool agrees = is_varint(data.substr(2, width), record.size()) &&
                little(head.substr(32), 8) == record.size();
  if (!agrees) return {};
  return SingleRecordChunk{head, data, record};
}

}  // namespace

SingleRecord lone_record(std::span<const std::byte> bytes) {
  auto chunk = lone_chunk(bytes);
  bool is_sound =
      chunk && chunk->has_sums(riegeli_hash(chunk->summed_head()), riegeli_hash(chunk->data));
  return is_sound ? SingleRecord(chunk->record) : SingleRecord();
}

std::array<SingleRecord, 4> lone_records(const ChunkQuad& bytes, const ChunkQuad& soon) {
  std::array<std::optional<SingleRecordChunk>, 4> chunks;
  std::array<SingleRecord, 4> out;
  TextQuad heads, datas, next;
  for (size_t i = 0; i < 4; ++i) {
    chunks[i] = lone_chunk(bytes[i]);
    if (!chunks[i]) return out;
    heads[i] = chunks[i]->summed_head();
    datas[i] = chunks[i]->data;
    next[i] = {reinterpret_cast<const char*>(soon[i].data()), soon[i].size()};
  }
  HashQuad of_heads = riegeli_hashes(heads), of_datas = riegeli_hashes(datas, next);
  for (size_t i = 0; i < 4; ++i) {
    if (chunks[i]->has_sums(of_heads[i], of_datas[i])) out[i] = chunks[i]->record;
  }
  return out;
}

RiegeliWriter::RiegeliWriter() { put('s', "", 0, 0); }

uint64_t RiegeliWriter::chunk(const std::vector<std::string_view>& records, int level) {
  std::string sizes, values;
  for (std::string_view record : records) {
    put_varint(sizes, record.size());
    values += record;
  }
  uint64_t decoded = values.size();
  std::string data(1, level == 0 ? '\0' : 'z');
  if (level != 0) {
    for (std::string* part : {&sizes, &values}) {
      std::string packed;
      put_varint(packed, part->size());
      *part = packed + packed_zstd(*part, level);
    }
  }
  put_varint(data, sizes.size());
  data += sizes;
  data += values;
  return put('r', data, records.size(), decoded);
}

uint64_t RiegeliWriter::put(char type, std::string_view data, uint64_t records, uint64_t decoded) {
  std::string head;
  put_little(head, data.size(), 8);
  put_little(head, riegeli_hash(data), 8);
  head += type;
  put_little(head, records, 7);
  put_little(head, decoded, 8);
  std::string body;
  put_little(body, riegeli_hash(head), 8);
  body += head;
  body += data;
  uint64_t begin = out_.size();
  uint64_t heads = (body.size() + (begin + usable - 1) % block) / usable;
  uint64_t end = begin + body.size() + heads * block_head;
  // Each record must have a different position in the file, which is at least the offset of the
  // chunk plus its index. A chunk of many empty records is therefore padded.
  uint64_t least = begin + records, to_block = block - 1 - (least + block - 1) % block;
  least += to_block > usable - 1 ? to_block - (usable - 1) : 0;
  end = std::max(end, least);
  for (std::string_view rest = body; out_.size() < end;) {
    uint64_t at = out_.size();
    if (at % block == 0) {
      std::string links;
      put_little(links, at - begin, 8);
      put_little(links, end - at, 8);
      put_little(out_, riegeli_hash(links), 8);
      out_ += links;
      continue;
    }
    uint64_t size = std::min(end - at, block - at % block);
    std::string_view now = rest.substr(0, size);
    rest.remove_prefix(now.size());
    out_ += now;
    out_.append(size - now.size(), '\0');
  }
  poll(out_.capacity());
  return begin;
}

void RiegeliWriter::pad_to_block() {
  uint64_t missing = (block - out_.size() % block) % block;
  if (missing == 0) return;
  if (missing < chunk_head + 1) missing += block;
  uint64_t begin = out_.size(), heads = (begin + missing) / block - (begin + block - 1) / block;
  put('p', std::string(missing - chunk_head - block_head * heads, '\0'), 0, 0);
}

}  // namespace rille
