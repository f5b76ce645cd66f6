// Keys: control bytes, escape sequences, UTF-8, pastes.
#include "repl/line/keys.h"

#include <algorithm>
#include <utility>

#include "vm/words/visible.h"

namespace rille::line {
namespace {

constexpr char escape = '\x1b';
constexpr size_t longest = 32;  // maximum length of a control sequence

struct KeySequence {
  std::string_view sequence;  // without the ESC
  KeyKind kind;
};

// The sequences of xterm, the Linux console, tmux, and rxvt.
constexpr KeySequence sequences[] = {
    {"[A", KeyKind::up},
    {"[B", KeyKind::down},
    {"[C", KeyKind::right},
    {"[D", KeyKind::left},
    {"OA", KeyKind::up},
    {"OB", KeyKind::down},
    {"OC", KeyKind::right},
    {"OD", KeyKind::left},
    {"[H", KeyKind::home},
    {"[F", KeyKind::end},
    {"OH", KeyKind::home},
    {"OF", KeyKind::end},
    {"[1~", KeyKind::home},
    {"[4~", KeyKind::end},
    {"[7~", KeyKind::home},
    {"[8~", KeyKind::end},
    {"[3~", KeyKind::remove},
    {"[Z", KeyKind::back_tab},
    {"[1;5C", KeyKind::word_right},
    {"[1;5D", KeyKind::word_left},
    {"[1;3C", KeyKind::word_right},
    {"[1;3D", KeyKind::word_left},
    {"[1;5H", KeyKind::text_begin},
    {"[1;5F", KeyKind::text_end},
    {"[13;2u", KeyKind::new_line},
    {"[13;3u", KeyKind::new_line},
    {"[27;2;13~", KeyKind::new_line},
};

// Returns the key of a byte below a blank, or of DEL.
Key control_key(char byte) {
  switch (byte) {
    case '\r':
    case '\n': return {KeyKind::enter};
    case '\t': return {KeyKind::tab};
    case '\b':
    case '\x7f': return {KeyKind::backspace};
    default: break;
  }
  bool is_letter = byte >= 1 && byte <= 26;
  if (is_letter) return {KeyKind::control, std::string(1, static_cast<char>('a' + byte - 1))};
  if (byte == 0x1f) return {KeyKind::control, "_"};
  return {KeyKind::other};
}

bool is_control(char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == '\x7f'; }

// Returns the number of bytes of a UTF-8 character from its first byte.
size_t promised(char head) {
  auto byte = static_cast<unsigned char>(head);
  return byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 1;
}

// Returns whether the bytes are the beginning of an incomplete character.
bool is_cut(std::string_view bytes) {
  size_t most = promised(bytes[0]);
  if (bytes.size() >= most) return false;
  return std::ranges::all_of(bytes.substr(1),
                             [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; });
}

}  // namespace

Key KeyReader::take(size_t bytes, KeyKind kind, std::string text) {
  bytes_.erase(0, bytes);
  return {kind, std::move(text)};
}

std::optional<Key> KeyReader::next() {
  std::optional<Key> out;
  if (is_pasting_) {
    out = pasted();
  } else if (!bytes_.empty() && bytes_[0] == escape) {
    out = sequence();
  } else if (!bytes_.empty() && is_control(bytes_[0])) {
    Key key = control_key(bytes_[0]);
    out = take(1, key.kind, key.text);
  } else if (!bytes_.empty()) {
    out = character();
  }
  if (bytes_.empty()) is_settled_ = false;
  return out;
}

// Returns all available characters as one key.
std::optional<Key> KeyReader::character() {
  std::string text;
  size_t at = 0;
  while (at < bytes_.size() && !is_control(bytes_[at])) {
    size_t size = character_size(bytes_, at);
    if (size == 0 && is_cut(std::string_view(bytes_).substr(at))) break;
    if (size > 0) text += bytes_.substr(at, size);
    at += std::max<size_t>(size, 1);
  }
  if (at == 0 && !is_settled_) return std::nullopt;
  if (at == 0) at = bytes_.size();  // an incomplete character
  KeyKind kind = text.empty() ? KeyKind::other : KeyKind::text;
  return take(at, kind, std::move(text));
}

std::optional<Key> KeyReader::sequence() {
  if (bytes_.size() == 1) {
    return is_settled_ ? std::optional(take(1, KeyKind::escape)) : std::nullopt;
  }
  char second = bytes_[1];
  if (second == '[') return control_sequence();
  if (second == 'O') {
    if (bytes_.size() == 2 && !is_settled_) return std::nullopt;
    std::string_view rest = std::string_view(bytes_).substr(1, 2);
    const auto* found = std::ranges::find(sequences, rest, &KeySequence::sequence);
    bool is_known = found != std::end(sequences);
    return take(std::min<size_t>(bytes_.size(), 3), is_known ? found->kind : KeyKind::other);
  }
  if (second == escape) return take(1, KeyKind::escape);
  if (second == '\r' || second == '\n') return take(2, KeyKind::new_line);
  if (second == 'b') return take(2, KeyKind::word_left);
  if (second == 'f') return take(2, KeyKind::word_right);
  if (second == '<') return take(2, KeyKind::text_begin);
  if (second == '>') return take(2, KeyKind::text_end);
  if (second == '\x7f' || second == '\b') return take(2, KeyKind::alt, "backspace");
  if (is_control(second)) return take(2, KeyKind::other);
  size_t size = character_size(bytes_, 1);
  bool may_come = size == 0 && !is_settled_ && is_cut(std::string_view(bytes_).substr(1));
  if (may_come) return std::nullopt;
  if (size == 0) return take(2, KeyKind::other);
  return take(1 + size, KeyKind::alt, bytes_.substr(1, size));
}

std::optional<Key> KeyReader::control_sequence() {
  size_t end = 2;
  auto is_inner = [&] { return bytes_[end] >= 0x20 && bytes_[end] < 0x40; };
  while (end < bytes_.size() && end < longest && is_inner()) ++end;
  if (end == bytes_.size() && !is_settled_) return std::nullopt;
  bool is_whole = end < bytes_.size() && bytes_[end] >= 0x40 && bytes_[end] < 0x7f;
  if (!is_whole) return take(end, KeyKind::other);
  std::string name = bytes_.substr(1, end);
  if (name == "[200~") {
    bytes_.erase(0, end + 1);
    is_pasting_ = true;
    return pasted();
  }
  const auto* found = std::ranges::find(sequences, name, &KeySequence::sequence);
  return take(end + 1, found != std::end(sequences) ? found->kind : KeyKind::other);
}

// Returns the paste if its end has been read. A Ctrl-C ends it, too: a terminal may not send the
// end.
std::optional<Key> KeyReader::pasted() {
  constexpr std::string_view close = "\x1b[201~";
  size_t end = bytes_.find(close), stop = bytes_.find('\x03');
  if (stop < end) {
    is_pasting_ = false;
    paste_.clear();
    return take(stop + 1, KeyKind::control, "c");
  }
  bool is_whole = end != std::string::npos;
  size_t kept = std::min(bytes_.size(), close.size() - 1);  // the end may have begun
  size_t size = is_whole ? end : bytes_.size() - kept;
  paste_ += bytes_.substr(0, size);
  bytes_.erase(0, is_whole ? end + close.size() : size);
  if (!is_whole) return std::nullopt;
  is_pasting_ = false;
  return Key{KeyKind::paste, std::exchange(paste_, "")};
}

}  // namespace rille::line
