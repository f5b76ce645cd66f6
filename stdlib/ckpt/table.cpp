// A checkpoint as a table.
#include <fmt/format.h>

#include <algorithm>

#include "stdlib/ckpt.h"
#include "stdlib/ckpt/checkpoint.h"
#include "vm/running.h"
#include "vm/visible.h"

namespace rille {
namespace {

std::string size_text(uint64_t bytes) {
  constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  auto size = static_cast<double>(bytes);
  size_t unit = 0;
  for (; size >= 1000 && unit < 4; ++unit) size /= 1000;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.3g} {}", size, units[unit]);
}

std::string type_text(const CheckpointEntry& entry) {
  std::string out = text(entry.type);
  return entry.is_weak ? str(entry.type.dtype() == Dtype::f64 ? "float" : "int") : out;
}

}  // namespace

std::string checkpoint_table(const std::string& path, std::optional<int64_t> step,
                             const std::string& item) {
  std::unique_ptr<Checkpoint> checkpoint = open_checkpoint(path, {step, item});
  const std::vector<CheckpointEntry>& entries = checkpoint->entries();
  size_t names = 4, types = 4;
  uint64_t bytes = 0, numbers = 0;
  for (const CheckpointEntry& entry : entries) {
    names = std::max(names, visible(entry.name).size());
    types = std::max(types, type_text(entry).size());
    bytes += entry.bytes;
    numbers += static_cast<uint64_t>(entry.type.count());
  }
  std::string out = fmt::format("{}: {}, {} arrays of {} numbers, {}\n", visible(path),
                                checkpoint->format(), entries.size(), numbers, size_text(bytes));
  for (const CheckpointEntry& entry : entries) {
    poll();
    out += fmt::format("  {:<{}}  {:<{}}  {:>9}\n", visible(entry.name), names, type_text(entry),
                       types, size_text(entry.bytes));
  }
  std::string meta = checkpoint->meta();
  return meta.empty() ? out : str(out, "meta: ", visible(meta), "\n");
}

}  // namespace rille
