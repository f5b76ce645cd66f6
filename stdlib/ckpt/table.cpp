// checkpoint_table: the table of `rille ckpt show`.
#include <fmt/format.h>

#include <algorithm>

#include "stdlib/ckpt.h"
#include "stdlib/ckpt/checkpoint.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

std::string size_text(uint64_t bytes) {
  constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  auto size = static_cast<double>(bytes);
  size_t unit = 0;
  for (; size >= 1000 && unit < 4; ++unit) size /= 1000;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.3g} {}", size, units[unit]);
}

// The type as it is shown: "f32[3]", or "q4_k[4096, 4096]" for quantized blocks.
std::string type_text(const CheckpointEntry& entry) {
  if (entry.is_weak) return entry.type.dtype() == Dtype::f64 ? "float" : "int";
  if (entry.stored.empty()) return text(entry.type);
  return str(visible(entry.stored), "[", join(entry.type.ints()), "]");
}

// Natural order: digits compare as numbers, so that layers[2] precedes layers[10].
bool is_before(std::string_view a, std::string_view b) {
  auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  auto digits = [&](std::string_view x) {
    size_t end = 0;
    while (end < x.size() && is_digit(x[end])) ++end;
    return end;
  };
  std::string_view one = a, two = b;
  while (!one.empty() && !two.empty()) {
    size_t left = digits(one), right = digits(two);
    if (left == 0 || right == 0) {
      if (one[0] != two[0]) return one[0] < two[0];
      one.remove_prefix(1);
      two.remove_prefix(1);
      continue;
    }
    std::string_view x = one.substr(0, left), y = two.substr(0, right);
    x.remove_prefix(std::min(x.find_first_not_of('0'), x.size()));
    y.remove_prefix(std::min(y.find_first_not_of('0'), y.size()));
    if (x.size() != y.size()) return x.size() < y.size();
    if (x != y) return x < y;
    one.remove_prefix(left);
    two.remove_prefix(right);
  }
  return one.empty() != two.empty() ? one.empty() : a < b;
}

constexpr size_t long_text = 72;  // maximum number of bytes shown of a value

std::string shortened(const std::string& text) {
  if (text.size() <= long_text) return text;
  size_t end = long_text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

// The text of a metadata value; a long list is shortened to its first items and its length.
std::string meta_text(const Value& value) {
  constexpr size_t few = 8, first = 4;
  if (value.is_string()) {
    std::string shown = shortened(value.string());
    for (char& c : shown) c = c == '\n' ? ' ' : c;
    std::string more =
        value.string().size() > long_text ? str(" (", value.string().size(), " bytes)") : "";
    return str("\"", visible(shown), "\"", more);
  }
  if (value.is_array() && value.array().size() > few) {
    return str(text(value.array().type()));
  }
  if (const auto* real = std::get_if<double>(&value.any())) {
    auto narrow = static_cast<float>(*real);
    return static_cast<double>(narrow) == *real ? number_text(narrow) : number_text(*real);
  }
  if (!value.is_tuple() || value.items().size() <= few) return shortened(visible(text(value)));
  std::string out = "(";
  for (size_t i = 0; i < first; ++i) out += str(meta_text(value.items()[i]), ", ");
  return str(out, "… ", value.items().size(), " items)");
}

// The metadata, with one line for each key.
std::string meta_lines(const Value& meta) {
  bool is_named = meta.is_branch() && (meta.is_dict() || meta.layout() != nullptr);
  if (!is_named) return str("meta: ", meta_text(meta), "\n");
  std::string out = "meta:\n";
  for (size_t i = 0; i < meta.items().size(); ++i) {
    poll();
    const Branch& branch = meta.branch();
    const std::string* word = branch.keys == nullptr
                                  ? &branch.layout->names[i]
                                  : std::get_if<std::string>(&branch.keys->list[i]);
    std::string name =
        word != nullptr ? *word : std::to_string(std::get<int64_t>(branch.keys->list[i]));
    out += str("  ", visible(name), " = ", meta_text(meta.items()[i]), "\n");
  }
  return out;
}

}  // namespace

std::string checkpoint_table(const std::string& path, std::optional<int64_t> step,
                             const std::string& item) {
  std::unique_ptr<Checkpoint> checkpoint = open_checkpoint(path, {step, item});
  std::vector<CheckpointEntry> entries = checkpoint->entries();
  std::ranges::sort(entries, is_before, &CheckpointEntry::name);
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
  std::optional<Value> meta = checkpoint->metadata();
  return meta ? out + meta_lines(*meta) : out;
}

}  // namespace rille
