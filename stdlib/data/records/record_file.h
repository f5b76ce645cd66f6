// RecordFile: a file whose records have numbers.
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

// An open file. Many threads may ask it for records at once: what it remembers of one for the next
// is its own business.
class RecordFile {
 public:
  virtual ~RecordFile() = default;
  virtual int64_t count() const = 0;
  virtual Value record(int64_t number) const = 0;  // 0 to count() - 1
  virtual Values records(std::span<const int64_t> numbers) const;
  // u8[count, n] of records that have n bytes each, read to one memory; nil: records() has them.
  virtual Value stacked(std::span<const int64_t>) const { return {}; }
};

// What a stream of records was asked for beside its files: Parquet's columns, the mode of pictures.
using RecordOptions = std::vector<std::string>;

// A form of files, by the name that cursors keep.
struct RecordForm {
  std::string_view name;     // "array_record"
  std::string_view builtin;  // "data.array_record"
  std::unique_ptr<RecordFile> (*open)(State& state, const std::string& path,
                                      const RecordOptions& options);
};
extern const RecordForm array_record_form, bagz_form, images_form, parquet_form, rows_form;

// The stream of the records of these files, one file after the other, in numbers.
Value stream_of_records(State& state, const RecordForm& form, const Value& path,
                        RecordOptions options);

// Of a file whose header was read: what lies from `at` on. error[io] where it is not there whole.
void need_there(const OpenFile& file, uint64_t at, uint64_t size, const Whence& whence);
std::string read_there(const OpenFile& file, uint64_t at, uint64_t size, const Whence& whence);

}  // namespace rille
