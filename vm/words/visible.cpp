// visible: escapes characters that control a terminal.
#include "vm/words/visible.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "vm/run/running.h"

namespace rille {

size_t character_size(std::string_view text, size_t at) {
  auto byte = [&](size_t i) {
    return static_cast<unsigned char>(at + i < text.size() ? text[at + i] : 0);
  };
  unsigned char head = byte(0), next = byte(1);
  size_t more = head < 0x80 ? 0 : head < 0xe0 ? 1 : head < 0xf0 ? 2 : 3;
  bool is_good = head < 0x80 || (head >= 0xc2 && head <= 0xf4);
  for (size_t i = 1; i <= more; ++i) is_good = is_good && (byte(i) & 0xc0) == 0x80;
  // Overlong forms, surrogates, and code points above U+10FFFF.
  bool is_odd = (head == 0xe0 && next < 0xa0) || (head == 0xed && next > 0x9f) ||
                (head == 0xf0 && next < 0x90) || (head == 0xf4 && next > 0x8f);
  return is_good && !is_odd ? more + 1 : 0;
}

size_t first_bad(std::string_view text) {
  constexpr size_t piece = size_t{1} << 20;  // between two polls
  size_t next_look = piece;
  for (size_t at = 0; at < text.size();) {
    if (at >= next_look) {
      poll();
      next_look = at + piece;
    }
    uint64_t eight = 1;
    bool has_eight = at + sizeof eight <= text.size();
    if (has_eight) std::memcpy(&eight, text.data() + at, sizeof eight);
    if (has_eight && (eight & 0x8080808080808080) == 0) {
      at += sizeof eight;
      continue;
    }
    size_t size = static_cast<signed char>(text[at]) >= 0 ? 1 : character_size(text, at);
    if (size == 0) return at;
    at += size;
  }
  return text.size();
}

bool is_hidden(std::string_view c) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(c[i]); };
  if (c.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7f;
  if (c.size() == 2) return byte(0) == 0xc2 && byte(1) < 0xa0;  // C1
  if (c.size() != 3 || byte(0) != 0xe2) return false;
  // U+202A..U+202E and U+2066..U+2069 change the direction of the following text on the screen.
  return (byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae) ||
         (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9);
}

namespace {

// Appends `\u{1b}`, or `\xff` for a byte that is not part of a character.
void put_hidden(std::string& out, std::string_view c, bool is_character) {
  constexpr char digits[] = "0123456789abcdef";
  uint32_t code = static_cast<unsigned char>(c[0]);
  if (is_character && c.size() > 1) {
    code &= c.size() == 2 ? 0x1f : 0x0f;
    for (char more : c.substr(1)) code = code << 6 | (static_cast<unsigned char>(more) & 0x3f);
  }
  std::string number;
  for (uint32_t rest = code; rest > 0 || number.empty(); rest >>= 4) number += digits[rest & 15];
  std::ranges::reverse(number);
  out += is_character ? str("\\u{", number, "}") : str("\\x", number);
}

std::string shown(std::string_view text, bool keeps_lines) {
  std::string out;
  size_t plain = 0;  // the text from here on is not copied yet
  for (size_t at = 0; at < text.size();) {
    size_t size = character_size(text, at);
    std::string_view c = text.substr(at, std::max<size_t>(size, 1));
    bool is_shown = size > 0 && (!is_hidden(c) || (keeps_lines && (c == "\n" || c == "\t")));
    if (!is_shown) {
      out += text.substr(plain, at - plain);
      put_hidden(out, c, size > 0);
      plain = at + c.size();
    }
    at += c.size();
  }
  return out += text.substr(plain);
}

}  // namespace

std::string visible(std::string_view text) { return shown(text, true); }

std::string visible_name(std::string_view name) { return shown(name, false); }

std::string shown_message(std::string_view message) {
  constexpr size_t most = size_t{64} << 10;
  if (message.size() <= most) return visible(message);
  size_t end = most;
  while ((static_cast<unsigned char>(message[end]) & 0xc0) == 0x80 && end > most - 4) --end;
  return str(visible(message.substr(0, end)), "… (", message.size(), " bytes, of which ", end,
             " are shown)");
}

}  // namespace rille
