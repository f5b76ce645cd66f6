// The records of a journal.
#include "stdlib/profile/journal.h"

#include <stdio_ext.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "stdlib/bytes/scan.h"
#include "stdlib/file/descriptor.h"
#include "vm/error.h"
#include "vm/words/visible.h"

namespace rille::profile {

// A sequence of varints, about 8 bytes per span: a begin relative to the previous one, which is
// near.
struct JournalWriter::VarintSequence {
  static constexpr size_t max_bytes = 10;  // of a varint

  // Begins a record with space for `count` spans.
  void begin(size_t count, uint64_t thread) {
    size_t wanted = max_bytes * (1 + (count * 4));
    if (bytes.size() < wanted) bytes.resize(wanted);
    at = bytes.data();
    before = 0, address = 0;
    is_empty = true;
    put(thread);
  }

  void put(uint64_t x) {
    while (x >= 128) {
      *at++ = static_cast<char>(x | 128U);
      x >>= 7;
    }
    *at++ = static_cast<char>(x);
  }

  void put_begin(int64_t begin) {
    put(zigzag(begin - std::exchange(before, begin)));
    is_empty = false;
  }

  std::string_view view() const { return {bytes.data(), static_cast<size_t>(at - bytes.data())}; }

  std::string bytes;
  char* at = nullptr;
  int64_t before = 0, address = 0;
  bool is_empty = true;
};

JournalWriter::JournalWriter(std::string path)
    : path_(std::move(path)),
      spans_(std::make_unique<VarintSequence>()),
      allocations_(std::make_unique<VarintSequence>()) {
  file_ = std::fopen(c_path(path_, PathAccess::write), "wbe");
  if (file_ == nullptr) {
    throw Error(Code::io, str("cannot write \"", visible(path_), "\": ", std::strerror(errno)));
  }
  std::fwrite(journal_magic.data(), 1, journal_magic.size(), file_);
}

JournalWriter::~JournalWriter() {
  if (file_ == nullptr) return;
  if (is_broken_) __fpurge(file_);
  std::fclose(file_);
}

// After a failure nothing more is written: a reader cannot find records after a truncated one.
void JournalWriter::put(RecordKind kind, std::string_view record) {
  if (is_broken_) return;
  std::string head;
  put_varint(head, record.size() + 1);
  head.push_back(static_cast<char>(kind));
  is_broken_ |= std::fwrite(head.data(), 1, head.size(), file_) < head.size();
  is_broken_ |= std::fwrite(record.data(), 1, record.size(), file_) < record.size();
}

namespace {

void put_number(std::string& out, uint64_t field, double x) {
  put_field(out, field, std::bit_cast<uint64_t>(x));
}

std::string encoded(const Work& work) {
  std::string out;
  put_number(out, 1, work.flops);
  put_number(out, 2, work.bytes_read);
  put_number(out, 3, work.bytes_written);
  put_number(out, 4, work.seconds);
  return out;
}

std::string encoded(const Place& place) {
  std::string out;
  put_field(out, 1, place.file);
  put_field(out, 2, zigzag(place.line));
  return out;
}

std::string packed(std::span<const int> numbers) {
  std::string out;
  for (int number : numbers) put_varint(out, zigzag(number));
  return out;
}

std::string packed(std::span<const int64_t> numbers) {
  std::string out;
  for (int64_t number : numbers) put_varint(out, zigzag(number));
  return out;
}

std::string encoded(const ModuleNode& node) {
  std::string out;
  put_field(out, 1, node.name);
  put_field(out, 2, node.op);
  put_field(out, 3, node.dtype);
  put_field(out, 4, packed(node.shape));
  put_field(out, 5, packed(node.operands));
  put_field(out, 6, node.attributes);
  put_field(out, 7, node.layer);
  put_field(out, 8, encoded(node.place));
  put_field(out, 9, zigzag(node.step));
  put_field(out, 10, zigzag(node.param));
  return out;
}

std::string encoded(const ModuleStep& step) {
  std::string out;
  put_field(out, 1, step.name);
  put_field(out, 2, step.ops);
  put_field(out, 3, zigzag(step.depth));
  put_number(out, 4, step.turns);
  put_field(out, 5, packed(step.nodes));
  put_field(out, 6, encoded(step.work));
  put_field(out, 7, uint64_t{step.is_memory_bound});
  put_field(out, 8, zigzag(step.threads));
  return out;
}

std::string encoded(const ModuleBuffer& buffer) {
  std::string out;
  put_field(out, 1, static_cast<uint64_t>(buffer.home));
  put_field(out, 2, zigzag(buffer.node));
  put_field(out, 3, zigzag(buffer.offset));
  put_field(out, 4, zigzag(buffer.bytes));
  put_field(out, 5, zigzag(buffer.first));
  put_field(out, 6, zigzag(buffer.last));
  return out;
}

}  // namespace

void JournalWriter::begin(const Timeline& facts) {
  std::string out;
  put_field(out, 1, facts.machine.host);
  put_field(out, 2, facts.machine.cpu);
  put_field(out, 3, zigzag(facts.machine.threads));
  put_number(out, 4, facts.machine.flops_per_s);
  put_number(out, 5, facts.machine.bytes_per_s);
  put_field(out, 6, facts.program);
  put_field(out, 7, zigzag(facts.process));
  put_field(out, 8, zigzag(facts.start_unix_ns));
  put_field(out, 9, zigzag(facts.bytes_before));
  put_field(out, 11, zigzag(facts.machine.memory_bytes));
  for (const std::string& space : facts.spaces) put_field(out, 10, space);
  put(RecordKind::begin, out);
  flush();  // a process that is killed soon leaves a journal that can be read
}

void JournalWriter::add(const Label& label) {
  std::string out;
  put_field(out, 1, label.name);
  put_field(out, 2, static_cast<uint64_t>(label.category));
  put_field(out, 3, label.ops);
  put_field(out, 4, label.function);
  put_field(out, 5, label.layer);
  for (const Place& place : label.places) put_field(out, 6, encoded(place));
  put_field(out, 7, zigzag(label.module));
  put_field(out, 8, zigzag(label.step));
  put_field(out, 9, encoded(label.work));
  put_field(out, 10, zigzag(label.threads));
  put_field(out, 11, uint64_t{label.is_cached});
  put_field(out, 12, label.cause);
  put(RecordKind::label, out);
}

void JournalWriter::add(const Module& module) {
  std::string out;
  put_field(out, 1, module.name);
  put_field(out, 2, module.id);
  for (const ModuleNode& node : module.nodes) put_field(out, 3, encoded(node));
  for (const ModuleStep& step : module.steps) put_field(out, 4, encoded(step));
  for (const ModuleBuffer& buffer : module.buffers) put_field(out, 5, encoded(buffer));
  put_field(out, 6, packed(module.results));
  put_field(out, 7, zigzag(module.arena_bytes));
  put_field(out, 8, zigzag(module.peak_bytes));
  put_field(out, 9, zigzag(module.scratch_bytes));
  put(RecordKind::module, out);
}

void JournalWriter::add_thread(uint32_t thread, int64_t id, std::string_view name) {
  std::string out;
  put_field(out, 1, uint64_t{thread});
  put_field(out, 2, zigzag(id));
  put_field(out, 3, name);
  put(RecordKind::thread, out);
}

void JournalWriter::add(uint32_t thread, std::span<const TimeSpan> spans, int64_t start) {
  VarintSequence &times = *spans_, &memory = *allocations_;
  times.begin(spans.size(), thread);
  memory.begin(spans.size(), thread);
  for (const TimeSpan& span : spans) {
    if (span.lane == TimeSpan::Lane::memory) {
      memory.put_begin(span.begin - start);
      memory.put(zigzag(span.duration));
      memory.put(zigzag(span.payload - std::exchange(memory.address, span.payload)));
      memory.put(span.label);
      continue;
    }
    bool has_payload = span.payload != 0;
    uint64_t lane = static_cast<uint64_t>(span.lane) * 2 + (has_payload ? 1 : 0);
    times.put((uint64_t{span.label} << 3) | lane);
    times.put_begin(span.begin - start);
    times.put(static_cast<uint64_t>(std::max<int64_t>(span.duration, 0)));
    if (has_payload) times.put(zigzag(span.payload));
  }
  if (!times.is_empty) put(RecordKind::spans, times.view());
  if (!memory.is_empty) put(RecordKind::allocations, memory.view());
}

void JournalWriter::add(const Sample& sample, uint32_t thread) {
  std::string out;
  put_varint(out, thread);
  put_varint(out, zigzag(sample.time));
  for (uint32_t frame : sample.frames) put_varint(out, frame);
  put(RecordKind::sample, out);
}

void JournalWriter::add(const Counter& counter) {
  std::string out;
  put_field(out, 1, counter.name);
  put_field(out, 2, uint64_t{counter.label});
  put_number(out, 3, counter.value);
  put(RecordKind::counter, out);
}

void JournalWriter::end(const Timeline& facts) {
  std::string out;
  put_field(out, 1, zigzag(facts.duration));
  put_field(out, 2, zigzag(facts.dropped));
  put_field(out, 3, zigzag(facts.peak_bytes));
  put_number(out, 4, facts.energy_joules);
  put(RecordKind::end, out);
}

bool JournalWriter::flush() {
  if (is_broken_) return false;
  is_broken_ |= std::fflush(file_) != 0;
  return !is_broken_;
}

}  // namespace rille::profile
