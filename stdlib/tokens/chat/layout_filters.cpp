// Filters of formats, pieces and layout.
#include <algorithm>
#include <array>
#include <cmath>

#include "stdlib/text/unicode.h"
#include "stdlib/tokens/chat/run.h"
#include "stdlib/tokens/chat/texts.h"
#include "vm/error.h"
#include "vm/text/format.h"

namespace rille {
namespace {

using Given = ThingArguments;

int64_t whole_of(const Given& given, size_t at, std::string_view name, int64_t otherwise) {
  const Thing* x = argument(given, at, name);
  if (x == nullptr || x->is_none()) return otherwise;
  if (!x->is_whole()) throw Error(Code::type, str("`", name, "` needs an int, got ", kind_of(*x)));
  return x->whole();
}

int64_t needed_count(const Given& given, std::string_view name) {
  int64_t out = whole_of(given, 0, name, 0);
  if (out < 1) throw Error(Code::value, str("`", name, "` needs an int above 0"));
  return out;
}

size_t size_of(const std::string& text) { return characters_of(text).size(); }

// The first so many characters.
std::string front(const std::string& text, int64_t count) {
  size_t at = 0;
  for (; at < text.size(); ++at) {
    bool begins = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
    if (begins && count-- <= 0) break;
  }
  return text.substr(0, at);
}

Thing format_filter(const Thing& x, const Given& given, const ChatRun& run) {
  if (!given.names.empty() && !given.positions.empty()) {
    throw Error(Code::type, "`format` takes values by position or by name, not both");
  }
  if (given.names.empty()) return formatted_text(shown(x), tuple_of(given.positions), run);
  ThingTable table;
  for (const auto& [name, value] : given.names) table.put(Thing(name), value);
  return formatted_text(shown(x), table_of(std::move(table)), run);
}

// Where one blank is left over it stands as in Python's str.center.
Thing centered(const Thing& x, const Given& given, const ChatRun& run) {
  std::string text = shown(x);
  int64_t width = whole_of(given, 0, "width", 80), size = static_cast<int64_t>(size_of(text));
  if (width <= size) return text;
  int64_t room = width - size, left = room / 2 + (room & width & 1);
  run.need_room(text.size() + static_cast<size_t>(room));
  return str(std::string(static_cast<size_t>(left), ' '), text,
             std::string(static_cast<size_t>(room - left), ' '));
}

Thing truncated(const Thing& x, const Given& given) {
  std::string text = shown(x);
  const Thing *kills = argument(given, 1, "killwords"), *mark = argument(given, 2, "end");
  std::string end = mark == nullptr ? "..." : shown(*mark);
  int64_t length = whole_of(given, 0, "length", 255), leeway = whole_of(given, 3, "leeway", 5);
  auto tail = static_cast<int64_t>(size_of(end));
  if (length < tail) throw Error(Code::value, str("`length` of truncate is ", tail, " at least"));
  if (static_cast<int64_t>(size_of(text)) <= length + leeway) return text;
  std::string kept = front(text, length - tail);
  if (kills != nullptr && is_true(*kills)) return kept + end;
  return kept.substr(0, kept.rfind(' ')) + end;
}

Thing word_count(const Thing& x) {
  int64_t out = 0;
  bool inside = false;
  for (char32_t c : characters_of(shown(x))) {
    bool is_word = c == '_' || is_letter(c) || is_decimal_character(c);
    out += is_word && !inside ? 1 : 0;
    inside = is_word;
  }
  return out;
}

Thing batched(const Thing& x, const Given& given, const ChatRun& run) {
  auto count = static_cast<size_t>(needed_count(given, "linecount"));
  const Thing* fill = argument(given, 1, "fill_with");
  Things out, row;
  for (Thing& item : run.items_of(x)) {
    row.push_back(item);
    if (row.size() < count) continue;
    out.push_back(list_of(std::exchange(row, {})));
  }
  if (row.empty()) return list_of(std::move(out));
  if (fill != nullptr && !fill->is_none()) {
    run.need_room(count * sizeof(Thing));
    row.resize(count, *fill);
  }
  out.push_back(list_of(std::move(row)));
  return list_of(std::move(out));
}

// So many lists, of which the first are longer by one.
Thing sliced(const Thing& x, const Given& given, const ChatRun& run) {
  auto count = static_cast<size_t>(needed_count(given, "slices"));
  const Thing* fill = argument(given, 1, "fill_with");
  Things items = run.items_of(x), out;
  run.need_room(count * sizeof(Thing));
  size_t each = items.size() / count, longer = items.size() % count, at = 0;
  for (size_t i = 0; i < count; ++i) {
    size_t size = each + (i < longer ? 1 : 0);
    auto first = items.begin() + static_cast<std::ptrdiff_t>(at);
    Things part(first, first + static_cast<std::ptrdiff_t>(size));
    if (fill != nullptr && !fill->is_none() && i >= longer) part.push_back(*fill);
    out.push_back(list_of(std::move(part)));
    at += size;
  }
  return list_of(std::move(out));
}

// Pairs of a value and the items that have it, by the values' order.
Thing grouped(const Thing& x, const Given& given, const ChatRun& run) {
  const Thing *name = argument(given, 0, "attribute"),
              *cases = argument(given, 2, "case_sensitive");
  const Thing* otherwise = argument(given, 1, "default");
  if (name == nullptr) throw Error(Code::type, "`attribute` is missing");
  bool has_case = cases != nullptr && is_true(*cases);
  struct Keyed {
    Thing key, shown, item;
  };
  std::vector<Keyed> all;
  for (Thing& item : run.items_of(x)) {
    Thing value = run.item(item, *name);
    if (value.is_missing() && otherwise != nullptr) value = *otherwise;
    need_defined(value);
    bool folds = !has_case && value.text() != nullptr;
    all.push_back({folds ? Thing(lower_text(*value.text())) : value, value, item});
  }
  std::ranges::stable_sort(
      all, [](const Keyed& a, const Keyed& b) { return order_of(a.key, b.key) < 0; });
  Things out;
  for (size_t i = 0, end = 0; i < all.size(); i = end) {
    Things group;
    for (end = i; end < all.size() && is_equal(all[end].key, all[i].key); ++end) {
      group.push_back(all[end].item);
    }
    out.push_back(tuple_of({all[i].shown, list_of(std::move(group))}, true));
  }
  return list_of(std::move(out));
}

std::string percent_encoded(std::string_view text, std::string_view safe) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    bool stays = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                 std::string_view("_.-~").find(c) != std::string_view::npos ||
                 safe.find(c) != std::string_view::npos;
    out += stays ? std::string(1, c) : str("%", hex[byte >> 4], hex[byte & 15]);
  }
  return out;
}

// A string, or the pairs of a table as a query.
Thing url_encoded(const Thing& x) {
  if (x.table() == nullptr) return percent_encoded(shown(x), "/");
  std::string out;
  auto encoded = [](const Thing& part) {
    std::string text = percent_encoded(shown(part), " ");
    std::ranges::replace(text, ' ', '+');
    return text;
  };
  for (const auto& [key, value] : x.table()->rows) {
    out += str(out.empty() ? "" : "&", encoded(key), "=", encoded(value));
  }
  return out;
}

Thing file_size(const Thing& x, const Given& given) {
  const Thing* binary = argument(given, 0, "binary");
  bool is_binary = binary != nullptr && is_true(*binary);
  if (!x.is_number())
    throw Error(Code::type, str("filesizeformat needs a number, got ", kind_of(x)));
  double base = is_binary ? 1024 : 1000, bytes = x.number();
  constexpr std::array<std::string_view, 8> decimal{"kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"};
  constexpr std::array<std::string_view, 8> by_1024{"KiB", "MiB", "GiB", "TiB",
                                                    "PiB", "EiB", "ZiB", "YiB"};
  if (bytes == 1) return "1 Byte";
  if (bytes < base) return str(format(static_cast<int64_t>(bytes), "d"), " Bytes");
  double unit = base;
  for (size_t i = 0; i < decimal.size(); ++i) {
    unit *= base;
    if (bytes >= unit && i + 1 < decimal.size()) continue;
    return str(format(base * bytes / unit, ".1f"), " ", is_binary ? by_1024[i] : decimal[i]);
  }
  return {};
}

}  // namespace

std::optional<Thing> layout_filter(std::string_view name, const Thing& x,
                                   const ThingArguments& given, const ChatRun& run) {
  if (name == "batch") return batched(x, given, run);
  if (name == "center") return centered(x, given, run);
  if (name == "filesizeformat") return file_size(x, given);
  if (name == "format") return format_filter(x, given, run);
  if (name == "groupby") return grouped(x, given, run);
  if (name == "slice") return sliced(x, given, run);
  if (name == "truncate") return truncated(x, given);
  if (name == "urlencode") return url_encoded(x);
  if (name == "wordcount") return word_count(x);
  return {};
}

}  // namespace rille
