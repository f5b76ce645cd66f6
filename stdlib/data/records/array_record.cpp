// data.array_record, data.save_array_record: ArrayRecord.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

#include "stdlib/bytes/lanes.h"
#include "stdlib/data/records/record_file.h"
#include "stdlib/data/records/riegeli.h"
#include "stdlib/data/streams.h"
#include "stdlib/remote.h"
#include "vm/memory/account.h"
#include "vm/run/running.h"

// An ArrayRecord file is a Riegeli file whose last block holds the offset of the footer. The footer
// is a chunk: its first record has the numbers of chunks and records, and each other record has the
// offset and the number of records of one chunk.
namespace rille {
namespace {

constexpr std::string_view array_record_title = "ArrayRecord file";
constexpr uint64_t magic = 0x71930e704fdae05eull;

// Fields 1, 2, and 3 of a message; 0 for a missing field.
struct MessageFields {
  uint64_t first = 0, second = 0, third = 0;
};
MessageFields three_of(std::string_view message, const FileLocation& whence) {
  MessageFields out;
  for (ByteCursor scan(message, whence); !scan.is_done();) {
    ProtoField field = next_field(scan);
    if (field.number == 1) out.first = field.value;
    if (field.number == 2) out.second = field.value;
    if (field.number == 3) out.third = field.value;
  }
  return out;
}

// Contents of a footer.
struct RecordIndex {
  uint64_t footer = 0;           // offset of the footer
  std::vector<uint64_t> places;  // offset of each chunk
  std::vector<int64_t> ends;     // number of records up to the end of each chunk
  // The complete file if it is in memory, and the number of records requested in batches so far.
  mutable std::mutex mutex = {};
  mutable std::weak_ptr<const BufferSlice> whole = {};
  mutable std::atomic<uint64_t> asked = 0;
};
using SharedIndex = std::shared_ptr<const RecordIndex>;

// Indexes in use, by file, shared by the prefetch threads, each of which opens the file itself. The
// last index is kept if it is small, because a file is opened once to create the stream and once
// more to iterate over it.
class IndexCache {
 public:
  SharedIndex find(const FileIdentity& file) {
    std::lock_guard lock(mutex_);
    auto found = known_.find(file);
    return found == known_.end() ? nullptr : found->second.lock();
  }
  void keep(const FileIdentity& file, const SharedIndex& index) {
    std::lock_guard lock(mutex_);
    std::erase_if(known_, [](const auto& each) { return each.second.expired(); });
    known_[file] = index;
    constexpr size_t most = 1 << 16;  // chunks
    last_ = index->places.size() <= most ? index : nullptr;
  }

 private:
  std::mutex mutex_;
  std::map<FileIdentity, std::weak_ptr<const RecordIndex>> known_;
  SharedIndex last_;
};

IndexCache& indexes() {
  static auto* const only = new IndexCache;  // never deleted: a static stream may outlive it
  return *only;
}

class ArrayRecordFile final : public RecordFile {
 public:
  explicit ArrayRecordFile(const std::string& path) : path_(path), file_(path) {
    index_ = indexes().find(file_.identity());
    if (index_ != nullptr) return;
    auto index = std::make_shared<RecordIndex>();
    read_index(*index);
    index_ = std::move(index);
    indexes().keep(file_.identity(), index_);
  }

  int64_t count() const override { return index_->ends.empty() ? 0 : index_->ends.back(); }

  Value record(int64_t number) const override {
    size_t at = chunk_of(number);
    int64_t first = first_of(at);
    std::shared_ptr<const RiegeliChunk> chunk = chunk_at(at, first);
    auto within = static_cast<size_t>(number - first);
    size_t begin = chunk->begin(within);
    return Value(chunk->values.part(begin, chunk->ends[within] - begin));
  }

  // Chunks of one record each are read into one buffer, where the records become contiguous, so
  // that data.batch needs no copy. Errors in a chunk are raised by record().
  Values records(std::span<const int64_t> numbers) const override {
    SingleRecordChunks chunks = lone_chunks(numbers);
    if (chunks.pieces.empty()) return RecordFile::records(numbers);
    Values out;
    size_t to = 0;
    for (size_t i = 0; i < numbers.size(); ++i) {
      size_t size = chunks.move_record(i, to);
      out.push_back(size == SingleRecordChunks::none ? record(numbers[i])
                                                     : Value(chunks.block.part(to, size)));
      to += size == SingleRecordChunks::none ? 0 : size;
    }
    return out;
  }

  Value stacked(std::span<const int64_t> numbers) const override {
    SingleRecordChunks chunks = lone_chunks(numbers);
    size_t first = 0, count = chunks.pieces.size();
    for (size_t i = 0; i < count; i += at_once) {
      size_t next = std::min(i + at_once, count);
      ChunkQuad now, soon;
      for (size_t k = 0; k < at_once; ++k) {
        now[k] = i + k < next ? chunks.chunk(i + k) : now[0];
        if (next + k < count) soon[k] = chunks.there(next + k);
      }
      std::array<SingleRecord, at_once> records = lone_records(now, soon);
      if (i == 0 && records[0]) first = records[0]->size();
      for (size_t k = i; k < next; ++k) {
        const SingleRecord& record = records[k - i];
        if (!record || record->size() != first) return {};
        chunks.move(*record, k * first);
      }
    }
    if (first == 0) return {};
    Type type(Dtype::u8, {std::ssize(numbers), static_cast<int64_t>(first)});
    return Value::from_array(Array::on(type, chunks.block.held, 0));
  }

 private:
  static constexpr size_t at_once = 4;  // number of checksums that are computed together

  // Buffer with consecutive chunks of one record each.
  struct SingleRecordChunks {
    BufferSlice block;
    std::vector<OpenFile::ReadRange> pieces;
    static constexpr size_t none = SIZE_MAX;

    std::shared_ptr<const BufferSlice> whole;  // the file in memory; null if the pieces were read

    // Moves the record of chunk i to `to` and returns its length. Returns `none` and moves nothing
    // if the chunk is not a valid uncompressed chunk of one record.
    size_t move_record(size_t i, size_t to) const {
      auto record = lone_record(chunk(i));
      if (!record) return none;
      move(*record, to);
      return record->size();
    }
    void move(std::string_view record, size_t to) const {
      std::memmove(static_cast<char*>(block.held->data()) + to, record.data(), record.size());
    }

    // Raw bytes of chunk i, if the file is in memory.
    std::span<const std::byte> there(size_t i) const {
      const auto& [at, here] = pieces[i];
      if (whole == nullptr) return {};
      return {static_cast<const std::byte*>(whole->held->data()) + at, here.size()};
    }

    std::span<const std::byte> chunk(size_t i) const {
      const auto& [at, here] = pieces[i];
      bool has_head = has_block_head(at, here.size());
      if (whole != nullptr && !has_head) return there(i);
      if (whole != nullptr) std::memcpy(here.data(), there(i).data(), here.size());
      return has_head ? without_block_heads(at, here) : here;
    }
  };

  // Reads a small file completely once more than a few of its records were requested: a system call
  // for a record of 1 KiB takes as long as ten reads from memory.
  std::shared_ptr<const BufferSlice> whole_for(uint64_t records) const {
    constexpr int64_t small = 64 << 20;
    constexpr uint64_t few = 64;  // 1/64 of the records
    constexpr size_t piece = size_t{2} << 20;
    auto size = static_cast<uint64_t>(file_.bytes());
    bool is_worth = (index_->asked += records) >= static_cast<uint64_t>(count()) / few;
    if (!is_worth || is_url(path_) || file_.bytes() > small) return nullptr;
    std::lock_guard lock(index_->mutex);
    if (whole_ == nullptr) whole_ = index_->whole.lock();
    const Account* account = running().account;
    bool has_room = account == nullptr || account->has_room(2 * size);
    if (whole_ != nullptr || !has_room) return whole_;
    BufferSlice all = room_for(size);
    std::span<std::byte> to(static_cast<std::byte*>(all.held->data()), size);
    each_piece((size + piece - 1) / piece, max_lanes, [&](size_t i) {
      file_.read_into(static_cast<int64_t>(i * piece),
                      to.subspan(i * piece, std::min(piece, size - i * piece)));
    });
    whole_ = std::make_shared<const BufferSlice>(std::move(all));
    index_->whole = whole_;
    return whole_;
  }

  // Reads the chunks of records. Returns no pieces if a chunk has several records.
  SingleRecordChunks lone_chunks(std::span<const int64_t> numbers) const {
    SingleRecordChunks out;
    std::vector<size_t> chunks;
    chunks.reserve(numbers.size());
    size_t room = 0;
    for (int64_t number : numbers) {
      size_t at = chunks.emplace_back(chunk_of(number));
      bool is_lone = index_->ends[at] - first_of(at) == 1 && bytes_of(at) > 0;
      if (!is_lone) return {};
      room += bytes_of(at);
    }
    if (room > static_cast<uint64_t>(file_.bytes())) return {};
    poll(room);
    out.block = room_for(room);
    auto* to = static_cast<std::byte*>(out.block.held->data());
    out.pieces.reserve(chunks.size());
    for (size_t at : chunks) {
      out.pieces.push_back({static_cast<int64_t>(index_->places[at]), {to, bytes_of(at)}});
      to += bytes_of(at);
    }
    out.whole = whole_for(numbers.size());
    file_.read_pieces(out.whole == nullptr ? out.pieces : std::vector<OpenFile::ReadRange>());
    return out;
  }

  // Index of the chunk that contains a record. If all chunks have one record, the indices agree.
  size_t chunk_of(int64_t number) const {
    const std::vector<int64_t>& ends = index_->ends;
    auto at = static_cast<size_t>(number);
    if (at < ends.size() && ends[at] == number + 1 && first_of(at) == number) return at;
    return static_cast<size_t>(std::ranges::upper_bound(ends, number) - ends.begin());
  }
  int64_t first_of(size_t chunk) const { return chunk == 0 ? 0 : index_->ends[chunk - 1]; }

  void read_index(RecordIndex& out) const {
    FileLocation whence{path_, array_record_title};
    auto all = static_cast<uint64_t>(file_.bytes());
    bool has_blocks = all >= riegeli_block && all % riegeli_block == 0;
    whence.need(has_blocks, str("the size is ", all, " bytes, expected a multiple of 64 KiB"));
    RiegeliChunk last = read_chunk(file_, all - riegeli_block, whence.at("the last block"));
    whence.need(last.count() > 0, "the last block is empty");
    MessageFields where = three_of(last.record(0), whence);
    whence.need(where.second == magic, "the last block does not point to a footer");
    read_footer(out, where.first, whence.at("the footer"));
  }

  void read_footer(RecordIndex& out, uint64_t place, const FileLocation& whence) const {
    out.footer = place;
    RiegeliChunk footer = read_chunk(file_, place, whence);
    whence.need(footer.count() > 0, "the chunk is empty");
    std::string_view counts;
    for (ByteCursor scan(footer.record(0), whence); !scan.is_done();) {
      ProtoField field = next_field(scan);
      if (field.number == 1 && field.wire == 2) counts = field.bytes;
    }
    MessageFields said = three_of(counts, whence);
    uint64_t all = 0;
    out.places.reserve(footer.count());
    out.ends.reserve(footer.count());
    for (size_t i = 1; i < footer.count(); ++i) {
      MessageFields chunk = three_of(footer.record(i), whence);
      bool fits = chunk.first < static_cast<uint64_t>(file_.bytes()) &&
                  chunk.third <= static_cast<uint64_t>(file_.bytes());
      if (!fits) whence.fail(str("chunk ", i - 1, " is beyond the end of the file"));
      out.places.push_back(chunk.first);
      out.ends.push_back(static_cast<int64_t>(all += chunk.third));
    }
    bool agrees = said.second == out.places.size() && said.third == all;
    whence.need(agrees, str(all, " records in ", out.places.size(), " chunks are listed, expected ",
                            said.third, " in ", said.second));
  }

  // Number of bytes up to the next chunk; 0 if that chunk is not later in the file or the distance
  // is large.
  uint64_t bytes_of(size_t at) const {
    constexpr uint64_t many = 1 << 20;
    const std::vector<uint64_t>& places = index_->places;
    uint64_t next = at + 1 < places.size() ? places[at + 1] : index_->footer;
    return next > places[at] && next - places[at] <= many ? next - places[at] : 0;
  }

  // Returns a chunk. The last chunk is cached, because consecutive records share a chunk.
  std::shared_ptr<const RiegeliChunk> chunk_at(size_t at, int64_t first) const {
    int64_t records = index_->ends[at] - first;
    if (records > 1) {
      std::lock_guard lock(mutex_);
      if (last_ != nullptr && last_at_ == at) return last_;
    }
    FileLocation whence{path_, array_record_title, str("record ", first)};
    auto chunk =
        std::make_shared<RiegeliChunk>(read_chunk(file_, index_->places[at], whence, bytes_of(at)));
    bool agrees = static_cast<int64_t>(chunk->count()) == records;
    if (!agrees) {
      whence.fail(str("the chunk has ", chunk->count(), " records, expected ", records,
                      " from the footer"));
    }
    if (records > 1) {
      std::lock_guard lock(mutex_);
      last_ = chunk;
      last_at_ = at;
    }
    return chunk;
  }

  std::string path_;
  OpenFile file_;
  SharedIndex index_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const BufferSlice> whole_;
  mutable std::shared_ptr<const RiegeliChunk> last_;
  mutable size_t last_at_ = 0;
};

std::unique_ptr<RecordFile> open_array_record(State&, const std::string& path,
                                              const RecordOptions&) {
  return std::make_unique<ArrayRecordFile>(path);
}

Value array_record(State& state, const Value& path) {
  return stream_of_records(state, array_record_form, path, {});
}

// --- writing --------------------------------------------------------------------------------

std::string message(uint64_t first, uint64_t second, uint64_t third) {
  std::string out;
  put_field(out, 1, first);
  put_field(out, 2, second);
  if (third > 0) put_field(out, 3, third);
  return out;
}

std::vector<std::string_view> views_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

void save_array_record(State& state, const std::string& path, const Value& records,
                       int64_t group_size, int64_t level) {
  constexpr std::string_view who = "data.save_array_record";
  constexpr int64_t most = 22;  // highest compression level of zstd
  need_above_zero(group_size, who, "group_size");
  if (level < 0 || level > most) {
    throw Error(Code::value, str(who, ": `compression_level` is ", level,
                                 ", expected an integer from 0 to ", most))
        .label(3);
  }
  Values items = all_items(state, records, who);
  RiegeliWriter writer;
  std::vector<std::string> footer = {""};
  for (size_t at = 0; at < items.size();) {
    size_t end = std::min(items.size(), at + static_cast<size_t>(group_size));
    std::vector<std::string_view> group;
    uint64_t bytes = 0;
    for (; at < end; ++at) {
      group.push_back(record_bytes(items[at], who, at));
      bytes += group.back().size();
    }
    uint64_t place = writer.chunk(group, static_cast<int>(level));
    footer.push_back(message(place, bytes, group.size()));
  }
  put_field(footer[0], 1, message(1, footer.size() - 1, items.size()));
  uint64_t place = writer.chunk(views_of(footer), 0);
  writer.pad_to_block();
  writer.chunk(views_of(std::vector<std::string>(3, message(place, magic, 0))), 0);
  writer.pad_to_block();
  write_file(path, writer.out());
}

}  // namespace

extern const RecordFormat array_record_form = {"array_record", "data.array_record",
                                               &open_array_record};

extern const Builtin data_array_record_builtin = {
    .signature = "data.array_record(path: str or (str, ...)) -> stream",
    .brief = "Creates a random-access stream of the records of ArrayRecord files.",
    .params = {{"path",
                "Path of a file, or several paths, whose files are read one after another."}},
    .returns =
        "a random-access stream of u8[n] arrays. A group of records is read and decompressed as a "
        "whole, so that further records of the group need no read",
    .errors =
        "error[io] with the index of the record if a file is truncated, corrupt, or transposed; "
        "error[io] if a file cannot be read or has a different number of records when the stream "
        "is resumed; error[trace] while tracing",
    .example =
        "data.save_array_record(\"a.array_record\", (u8([1, 2]), \"abc\"))\n"
        "data.array_record(\"a.array_record\").item(1)  #> [97, 98, 99]",
    .source = "array_record.ArrayRecordReader; none, zstd, brotli, snappy",
    .call = bind<&array_record>,
    .purity = Purity::host,
};

extern const Builtin data_save_array_record_builtin = {
    .signature =
        "data.save_array_record(path: str, records: any, group_size: int = 1, compression_level: "
        "int = 3) -> nil",
    .brief = "Writes an ArrayRecord file.",
    .params =
        {{"path", "Path of the file. An existing file is replaced."},
         {"records", "Tuple or stream of u8[n] arrays or strings."},
         {"group_size",
          "Number of records that are compressed together, > 0. With 1, random access is fastest."},
         {"compression_level",
          "Compression level of zstd, 1 to 22. If 0, records are not compressed."}},
    .errors =
        "error[io] if the file cannot be written; error[type] if an item has another type, with "
        "its index; error[value] if `group_size` is not above 0 or `compression_level` is not in 0 "
        "to 22",
    .example =
        "data.save_array_record(\"w.array_record\", (\"ab\", \"\"), group_size = 2)\n"
        "(len(r) for r in data.array_record(\"w.array_record\"))  #> (2, 0)",
    .source = "array_record.ArrayRecordWriter",
    .call = bind<&save_array_record>,
    .purity = Purity::host,
};

}  // namespace rille
