// Texts of structures: a checksum of names, and the tree.
#include "stdlib/ckpt/structure.h"

#include <array>
#include <charconv>
#include <cstdio>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/ckpt/tree_text.h"
#include "vm/error.h"

namespace rille {
namespace {

std::string sum_of(const std::vector<std::string>& names) {
  uint32_t sum = 0;
  for (const std::string& name : names) sum = crc32c(str(name.size(), ':', name), sum);
  std::array<char, 9> out{};
  std::snprintf(out.data(), out.size(), "%08x", sum);
  return out.data();
}

// The text after the checksum, or nothing if the checksum does not match the names.
std::optional<std::string_view> rest_of(std::string_view text,
                                        const std::vector<std::string>& names) {
  std::string sum = str(sum_of(names), ";");
  if (!text.starts_with(sum)) return {};
  return text.substr(sum.size());
}

}  // namespace

std::string structure_text(const std::vector<std::string>& names, const std::vector<size_t>& host,
                           const Value& skeleton) {
  return str(sum_of(names), ";", join(host, ","), ";", tree_text(skeleton));
}

std::vector<size_t> structure_host(std::string_view text, const std::vector<std::string>& names) {
  std::vector<size_t> out;
  auto rest = rest_of(text, names);
  if (!rest) return out;
  const char *at = rest->data(), *end = at + std::min(rest->find(';'), rest->size());
  while (at < end) {
    size_t rank = 0;
    auto [next, error] = std::from_chars(at, end, rank);
    if (error != std::errc() || rank >= names.size()) return {};
    out.push_back(rank);
    at = next + 1;
  }
  return out;
}

std::optional<Value> structure_tree(State& state, std::string_view text,
                                    const std::vector<std::string>& names,
                                    const std::string& path) {
  auto rest = rest_of(text, names);
  if (!rest) return {};
  size_t end = rest->find(';');
  if (end == rest->npos) return {};
  return read_tree(state, std::string(rest->substr(end + 1)), names.size(), path);
}

}  // namespace rille
