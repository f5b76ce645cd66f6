// Steps of a directory, opened as a checkpoint.
#include "stdlib/ckpt/steps.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "stdlib/ckpt/safetensors.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr std::string_view head = "step-", tail = ".safetensors";

std::string list_text(const std::vector<int64_t>& steps) {
  constexpr size_t most = 10;
  size_t first = steps.size() > most ? steps.size() - most : 0;
  std::string out = first > 0 ? "…" : "";
  for (size_t i = first; i < steps.size(); ++i) out += str(out.empty() ? "" : ", ", steps[i]);
  return out;
}

}  // namespace

std::string step_file(int64_t step) {
  std::string digits = std::to_string(step);
  return str(head, std::string(digits.size() < 8 ? 8 - digits.size() : 0, '0'), digits, tail);
}

std::string step_path(const std::string& folder, int64_t step) {
  return joined_path(folder, step_file(step));
}

std::optional<int64_t> step_of_file(const std::string& name) {
  if (!name.starts_with(head) || !name.ends_with(tail)) return {};
  int64_t step = -1;
  const char* end = name.data() + name.size() - tail.size();
  auto [last, error] = std::from_chars(name.data() + head.size(), end, step);
  bool is_step = error == std::errc() && last == end && step >= 0 && name == step_file(step);
  return is_step ? std::optional(step) : std::nullopt;
}

std::vector<int64_t> steps_in(const Location& folder) {
  std::vector<int64_t> out;
  for (const FolderEntry& entry : folder.entries()) {
    if (auto step = step_of_file(entry.name)) out.push_back(*step);
  }
  std::ranges::sort(out);
  return out;
}

std::vector<int64_t> steps_in(const std::string& folder) { return steps_in(Location(folder)); }

bool is_steps(const Location& location) { return !steps_in(location).empty(); }

std::unique_ptr<Checkpoint> open_steps(const Location& location, const CheckpointOptions& wish) {
  const std::string& path = location.path();
  std::vector<int64_t> steps = steps_in(location);
  if (!wish.item.empty()) {
    throw Error(Code::value, str("\"", path, "\" is a directory of steps, which have no item \"",
                                 wish.item, "\""));
  }
  int64_t step = wish.step.value_or(steps.back());
  if (!std::ranges::binary_search(steps, step)) {
    throw Error(Code::io,
                str("\"", path, "\" has no step ", step, ", expected one of ", list_text(steps)));
  }
  return open_safetensors(step_path(path, step));
}

}  // namespace rille
