// Keys: converts the bytes of a terminal to keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rille::line {

enum class KeyKind : uint8_t {
  text,  // characters to insert
  paste,
  enter,
  new_line,  // Alt-Enter, or Shift-Enter if the terminal reports it
  tab,
  back_tab,
  backspace,
  remove,
  left,
  right,
  up,
  down,
  home,
  end,
  word_left,
  word_right,
  text_begin,
  text_end,
  escape,
  control,  // Ctrl and the letter `text`
  alt,      // Alt and the letter `text`
  other,    // a key without an action
};

struct Key {
  KeyKind kind = KeyKind::other;
  std::string text = "";
  bool operator==(const Key&) const = default;
};

// Converts bytes, in chunks of any size, to keys. Invalid UTF-8 is skipped.
class KeyReader {
 public:
  void feed(std::string_view bytes) {
    bytes_ += bytes;
    is_settled_ = false;
  }
  // Returns the next key, or nullopt if the bytes are none or only the beginning of a key.
  std::optional<Key> next();
  bool is_waiting() const { return !bytes_.empty() || is_pasting_; }
  // Declares that no further bytes are coming now: a single ESC is then the Escape key.
  void settle() { is_settled_ = true; }

 private:
  std::optional<Key> sequence();          // begins with ESC
  std::optional<Key> control_sequence();  // begins with ESC [
  std::optional<Key> character();
  std::optional<Key> pasted();
  Key take(size_t bytes, KeyKind kind, std::string text = "");

  std::string bytes_;  // bytes that are not yet part of a key
  std::string paste_;
  bool is_pasting_ = false;
  bool is_settled_ = false;
};

}  // namespace rille::line
