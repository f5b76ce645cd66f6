// Parses the literals of a StableHLO module.
#include <charconv>
#include <cstring>
#include <utility>

#include "jit/stablehlo/text.h"

namespace rille {

// The numbers as texts, and the lengths of the lists, outermost first.
struct HloText::Literal {
  struct LiteralItem {
    size_t begin, end;
  };
  std::vector<LiteralItem> items = {};
  Ints extents = {};
  bool is_blob = false;
  std::string blob = {};
};

namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The bytes of "0x…"; none if the text is not hexadecimal.
std::optional<std::vector<std::byte>> bytes_of(std::string_view text) {
  if (!text.starts_with("0x") || text.size() % 2 != 0) return std::nullopt;
  std::vector<std::byte> out;
  for (size_t i = 2; i < text.size(); i += 2) {
    int high = digit(text[i]), low = digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out.push_back(static_cast<std::byte>(high * 16 + low));
  }
  return out;
}

template <class T>
bool read(std::string_view text, T& out) {
  int base = 10;
  bool minus = text.starts_with("-");
  std::string_view rest = text.substr(minus ? 1 : 0);
  if constexpr (std::integral<T>) {
    if (rest.starts_with("0x")) {
      if (minus) return false;
      base = 16;
      text = rest.substr(2);
    }
    auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), out, base);
    return fault == std::errc{} && end == text.data() + text.size();
  } else {
    auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (end != text.data() + text.size()) return false;
    return fault == std::errc{} || fault == std::errc::result_out_of_range;
  }
}

// A real number of type T, from its decimal or hexadecimal form.
template <class T>
bool read_real(std::string_view text, T& out) {
  if constexpr (std::same_as<T, bool>) {
    out = text == "true" || text == "1";
    return out || text == "false" || text == "0";
  } else if constexpr (std::same_as<T, Int4> || std::same_as<T, UInt4>) {
    int64_t whole = 0;
    bool is_signed = std::same_as<T, Int4>;
    if (!read(text, whole) || whole < (is_signed ? -8 : 0) || whole > (is_signed ? 7 : 15)) {
      return false;
    }
    out = T(whole);
    return true;
  } else if constexpr (std::integral<T>) {
    return read(text, out);
  } else {
    if (text.starts_with("0x")) {
      uint64_t bits = 0;
      constexpr size_t width = 8 * sizeof(T);
      if (!read(text, bits) || (width < 64 && bits >> (width - 1) > 1)) return false;
      std::memcpy(static_cast<void*>(&out), &bits, sizeof(T));  // on a little-endian machine
      return true;
    }
    if constexpr (std::floating_point<T>) return read(text, out);
    double wide = 0;
    if (!read(text, wide)) return false;
    out = T(static_cast<float>(wide));
    return true;
  }
}

// An array to be filled. If it is too large, the error is reported at the literal.
Array room_for(const Type& type, Span place) {
  try {
    Array out(type);
    if (type.count() > 0) out.edit_data();
    return out;
  } catch (const Error& error) {
    throw Error(error.code(), str("StableHLO: ", error.what()), place);
  }
}

}  // namespace

Array HloElements::whole() const {
  if (!is_one()) return held;
  Array out = room_for(type, {});
  size_t each = bytes(type.dtype());
  std::byte* to = out.edit_data();
  for (size_t i = 0; i < out.size(); ++i) std::memcpy(to + i * each, held.data(), each);
  return out;
}

bool HloText::takes_elements() {
  is_resource_ = take_word("dense_resource");
  return is_resource_ || take_word("dense");
}

// After all functions: {-# dialect_resources: { builtin: { NAME: "0x…" } } #-}.
void HloText::read_resources() {
  constexpr std::string_view mark = ": \"0x";
  has_resources_ = true;
  size_t at = text_.rfind("{-#");
  if (at == std::string_view::npos) return;
  while ((at = text_.find(mark, at)) != std::string_view::npos) {
    bool is_quoted = text_[at - 1] == '"';
    size_t end = is_quoted ? at - 1 : at;
    size_t begin = text_.find_last_of(is_quoted ? "\"" : " \t\n{", end - 1) + 1;
    size_t from = at + mark.size(), last = std::min(text_.find('"', from), text_.size());
    resources_.emplace(text_.substr(begin, end - begin), text_.substr(from, last - from));
    at = last;
  }
}

// The bytes of a resource; the first four are its alignment.
std::string HloText::resource() {
  constexpr size_t digits_of_alignment = 8;
  std::string name = follows("\"") ? quoted() : std::string(word());
  if (name == "__elided__") {
    fail(
        "the values of this constant were elided when the module was printed: print it with "
        "large_elements_limit = None, large_resource_limit = None");
  }
  if (!has_resources_) read_resources();
  auto found = resources_.find(name);
  if (found == resources_.end() || found->second.size() < digits_of_alignment) {
    fail(str("resource ", name, " is not in the module"));
  }
  return str("0x", found->second.substr(digits_of_alignment));
}

// literal = '<' [ STRING | WORD | item ] '>' ':' type
// item    = '[' [ item { ',' item } ] ']' | '(' NUMBER ',' NUMBER ')' | NUMBER
HloElements HloText::elements() {
  size_t begin = at_;
  expect("<");
  Literal literal;
  if (std::exchange(is_resource_, false)) {
    literal.is_blob = true;
    literal.blob = resource();
  } else if (follows("\"")) {
    literal.is_blob = true;
    literal.blob = quoted();
  } else if (!follows(">")) {
    literal_items(literal, 0);
  }
  expect(">");
  expect(":");
  Type type = this->type();
  auto refuse = [&] {
    at_ = begin;
    fail(str("invalid literal of type ", type));
  };
  auto count = static_cast<size_t>(type.count());
  size_t each = bytes(type.dtype());
  std::optional<std::vector<std::byte>> raw;
  if (literal.is_blob) raw = bytes_of(literal.blob);
  if (literal.is_blob && !raw) refuse();
  bool is_one = raw ? raw->size() == each : literal.extents.empty() && !literal.items.empty();
  is_one = is_one && count > 0;
  Array out = room_for(is_one ? type.with(Shape{}) : type, place(begin));
  std::byte* to = count == 0 ? nullptr : out.edit_data();
  if (raw) {
    if (raw->size() != (is_one ? each : count * each)) refuse();
    if (count > 0) std::memcpy(to, raw->data(), raw->size());
    for (size_t i = 0; i < out.size() && bits(type.dtype()) <= 8; ++i) {
      auto wide = static_cast<int64_t>(to[i]);
      if (type.dtype() == Dtype::boolean) to[i] = static_cast<std::byte>(wide != 0);
      if (type.dtype() == Dtype::i4) to[i] = static_cast<std::byte>(Int4(wide).value);
      if (type.dtype() == Dtype::u4) to[i] = static_cast<std::byte>(UInt4(wide).value);
    }
    return {type, out};
  }
  if (!is_one && count > 0 && literal.extents != type.ints()) refuse();
  bool parts = is_complex(type.dtype());
  size_t numbers = out.size() * (parts ? 2 : 1);
  if (literal.items.size() != numbers && count > 0) refuse();
  if (count == 0) return {type, out};
  bool read_all = true;
  with_type(parts ? part_of(type.dtype()) : type.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::same_as<T, KeyBits> && !std::same_as<T, std::complex<float>> &&
                  !std::same_as<T, std::complex<double>>) {
      T* at = reinterpret_cast<T*>(to);
      for (const Literal::LiteralItem& item : literal.items) {
        polls_.step(held_);
        read_all = read_all && read_real(text_.substr(item.begin, item.end - item.begin), *at++);
      }
    }
  });
  if (!read_all) refuse();
  return {type, out};
}

void HloText::literal_items(Literal& out, size_t depth) {
  NestingGuard nested(*this, 2 * sizeof(Literal::LiteralItem));
  if (take("(")) {
    literal_items(out, depth);
    expect(",");
    literal_items(out, depth);
    return expect(")");
  }
  if (!take("[")) {
    peek();
    size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
            std::string_view("+-.").find(text_[at_]) != std::string_view::npos)) {
      ++at_;
    }
    if (at_ == begin) fail("expected a number");
    if (depth != out.extents.size()) fail("the lists of a literal have different depths");
    out.items.push_back({begin, at_});
    return;
  }
  if (out.items.empty() && depth == out.extents.size()) out.extents.push_back(-1);
  if (depth >= out.extents.size()) fail("the lists of a literal have different depths");
  int64_t length = 0;
  while (!take("]")) {
    literal_items(out, depth + 1);
    ++length;
    if (!follows("]")) expect(",");
  }
  int64_t& known = out.extents[depth];
  if (known < 0) known = length;
  if (known != length) fail("the lists of a literal have different lengths");
}

}  // namespace rille
