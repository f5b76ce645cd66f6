// Journal: the file of a capture, written as it happens.
#pragma once

#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "stdlib/profile/journal_records.h"
#include "stdlib/profile/timeline.h"

namespace rille::profile {

// Appends records to a file. Each record has its size in front, so a file that ends in the middle
// of a record, because the process was killed, is readable up to that record. Labels and modules
// are numbered from 0 in the order in which they are added. Not thread-safe.
class JournalWriter {
 public:
  // Creates the file; error[io] if it cannot be written.
  explicit JournalWriter(std::string path);
  ~JournalWriter();
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;

  void begin(const Timeline& facts);  // machine, program, process, start, spaces, bytes_before
  void add(const Label& label);
  void add(const Module& module);
  void add_thread(uint32_t thread, int64_t id, std::string_view name);
  // Spans of the lane `memory` are allocations. The journal has times relative to `start`.
  void add(uint32_t thread, std::span<const TimeSpan> spans, int64_t start = 0);
  void add(const Sample& sample, uint32_t thread);
  void add(const Counter& counter);
  void end(const Timeline& facts);  // duration, dropped, peak_bytes, energy_joules
  // Hands all records to the system. Returns false if the file could not be written.
  bool flush();

  const std::string& path() const { return path_; }

 private:
  struct VarintSequence;
  void put(RecordKind kind, std::string_view record);

  std::string path_;
  std::FILE* file_ = nullptr;
  bool is_broken_ = false;
  std::unique_ptr<VarintSequence> spans_, allocations_;  // kept between records
};

// Reads a journal. A file without an end has is_complete = false, and the duration up to its last
// event. Of more than `limit` events and allocations, it has the first ones: `omitted` counts the
// others, and the duration is that up to the last event. error[io] if the file is not a journal.
constexpr int64_t no_limit = INT64_MAX;
Timeline read_journal(const std::string& path, int64_t limit = no_limit);

}  // namespace rille::profile
