// renamed: the table of former names.
#include "vm/words/renamed.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "vm/text.h"

namespace rille {
namespace {

struct Row {
  std::string_view owners, former, name;
  bool has(std::string_view owner) const {
    return str(" ", owners, " ").find(str(" ", owner, " ")) != std::string::npos;
  }
};

constexpr Row names[] = {
#define RENAMED(old, name) {"", old, name},
#include "vm/words/renamed.def"
};

constexpr Row parameters[] = {
#define RENAMED_PARAM(owners, old, name) {owners, old, name},
#include "vm/words/renamed.def"
};

constexpr Row methods[] = {
#define RENAMED_METHOD(structs, old, name) {structs, old, name},
#include "vm/words/renamed.def"
};

struct Choice {
  std::string_view owner, parameter, former, name;
};
constexpr Choice choices[] = {
#define RENAMED_CHOICE(owner, parameter, old, name) {owner, parameter, old, name},
#include "vm/words/renamed.def"
};

constexpr std::pair<std::string_view, std::string_view> replacements[] = {
#define REPLACED(old, said) {old, said},
#include "vm/words/renamed.def"
};

bool is_path_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

constexpr std::pair<std::string_view, size_t> positions[] = {
#define RENAMED_POSITIONS(old, count) {old, count},
#include "vm/words/renamed.def"
};

template <class Rows>
std::string_view found(const Rows& rows, std::string_view owner, std::string_view former) {
  const auto* row = std::ranges::find_if(
      rows, [&](const Row& it) { return it.former == former && it.has(owner); });
  return row == std::end(rows) ? "" : row->name;
}

}  // namespace

std::string_view renamed(std::string_view name) {
  const auto* row = std::ranges::find(names, name, &Row::former);
  return row == std::end(names) ? "" : row->name;
}

size_t positions_alike(std::string_view former) {
  const auto* row =
      std::ranges::find(positions, former, &std::pair<std::string_view, size_t>::first);
  return row == std::end(positions) ? SIZE_MAX : row->second;
}

std::string_view renamed_parameter(std::string_view owner, std::string_view name) {
  return found(parameters, owner, name);
}

std::string_view renamed_method(std::string_view owner, std::string_view name) {
  return found(methods, owner, name);
}

std::string_view renamed_member(std::string_view owner, std::string_view name) {
  std::string_view now = renamed_parameter(owner, name);
  return now.empty() ? renamed_method(owner, name) : now;
}

// Checkpoints ask for every field of every instance, so the rows are indexed once.
std::string_view former_field(std::string_view owner, std::string_view name) {
  static const std::map<std::string, std::string_view, std::less<>> by_field = [] {
    std::map<std::string, std::string_view, std::less<>> out;
    for (const Row& row : parameters) {
      for (std::string_view left = row.owners; !left.empty();) {
        size_t end = std::min(left.find(' '), left.size());
        out.emplace(str(left.substr(0, end), ":", row.name), row.former);
        left.remove_prefix(std::min(end + 1, left.size()));
      }
    }
    return out;
  }();
  auto row = by_field.find(str(owner, ":", name));
  return row == by_field.end() ? "" : row->second;
}

std::string_view renamed_choice(std::string_view owner, std::string_view parameter,
                                std::string_view value) {
  const auto* row = std::ranges::find_if(choices, [&](const Choice& it) {
    return it.owner == owner && it.parameter == parameter && it.former == value;
  });
  return row == std::end(choices) ? "" : row->name;
}

std::string_view replaced(std::string_view name) {
  const auto* row =
      std::ranges::find(replacements, name, &std::pair<std::string_view, std::string_view>::first);
  return row == std::end(replacements) ? "" : row->second;
}

std::string with_present_names(std::string_view text) {
  std::string out;
  std::vector<std::string> owners;  // one for each open parenthesis; "" for a tuple
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    if (text[at] == '"') {
      for (++end; end < text.size() && text[end] != '"'; ++end) end += text[end] == '\\' ? 1 : 0;
      out += text.substr(at, end + 1 - at);
      at = end + 1;
      continue;
    }
    while (end < text.size() && is_path_letter(text[end])) ++end;
    std::string_view word = text.substr(at, end - at), rest = text.substr(end);
    if (word.empty()) {
      if (text[at] == '(') owners.emplace_back();
      if (text[at] == ')' && !owners.empty()) owners.pop_back();
      out += text[at++];
      continue;
    }
    bool is_field = rest.starts_with(" = ") && !owners.empty();
    std::string_view now = is_field ? renamed_parameter(owners.back(), word) : renamed(word);
    if (now.empty()) now = word;
    out += now;
    at = end;
    if (rest.starts_with('(')) {
      owners.emplace_back(now);
      out += text[at++];
    }
  }
  return out;
}

std::string renamed_help(std::string_view former, std::string_view now) {
  return now.empty() ? "" : str("`", former, "` is now `", now, "`");
}

}  // namespace rille
