// RecordFile: a file with random access to its records.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/bytes/scan.h"
#include "stdlib/data/records/paths.h"
#include "vm/value.h"

namespace rille {

// Open file of records. Several threads may read records concurrently; an implementation
// synchronizes its caches.
class RecordFile {
 public:
  virtual ~RecordFile() = default;
  virtual int64_t count() const = 0;
  virtual Value record(int64_t number) const = 0;  // 0 to count() - 1
  virtual Values records(std::span<const int64_t> numbers) const;
  // Records of n bytes each as one array u8[count, n], read into one buffer. Nil if the file does
  // not support this for the given records; the caller then uses records().
  virtual Value stacked(std::span<const int64_t>) const { return {}; }
};

// Options of a stream of records: columns of Parquet files; mode and size of images.
using RecordOptions = std::vector<std::string>;

// File format, identified in the iterator state by its name.
struct RecordFormat {
  std::string_view name;     // "array_record"
  std::string_view builtin;  // "data.array_record"
  std::unique_ptr<RecordFile> (*open)(State& state, const std::string& path,
                                      const RecordOptions& options);
};
extern const RecordFormat array_record_form, bagz_form, images_form, parquet_form, rows_form;

// Random-access stream of the records of files, one file after another.
Value stream_of_records(State& state, const RecordFormat& form, const Value& path,
                        RecordOptions options);

// Checks, or reads, `size` bytes at `at`. Raises error[io] if the file ends before them.
void need_there(const OpenFile& file, uint64_t at, uint64_t size, const FileLocation& whence);
std::string read_there(const OpenFile& file, uint64_t at, uint64_t size,
                       const FileLocation& whence);

}  // namespace rille
