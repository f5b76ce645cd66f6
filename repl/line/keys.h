// Keys: what a terminal sends, as keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rille::line {

enum class KeyKind : uint8_t {
  text,  // characters to be written
  paste,
  enter,
  new_line,  // Alt-Enter, and Shift-Enter where the terminal tells it
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
  control,  // with a letter, `text`
  alt,      // the same
  other,    // known to be a key, and none of ours
};

struct Key {
  KeyKind kind = KeyKind::other;
  std::string text = "";
  bool operator==(const Key&) const = default;
};

// Takes bytes as they come, in pieces of any size, and gives keys. Any bytes are fine: what is no
// UTF-8 is left out.
class KeyReader {
 public:
  void feed(std::string_view bytes) {
    bytes_ += bytes;
    is_settled_ = false;
  }
  // Nothing where the bytes so far are none, or the beginning of a key.
  std::optional<Key> next();
  bool is_waiting() const { return !bytes_.empty() || is_pasting_; }
  // No more bytes come for the moment: an ESC that stands alone is the key.
  void settle() { is_settled_ = true; }

 private:
  std::optional<Key> sequence();          // that begins with ESC
  std::optional<Key> control_sequence();  // with ESC [
  std::optional<Key> character();
  std::optional<Key> pasted();
  Key take(size_t bytes, KeyKind kind, std::string text = "");

  std::string bytes_;  // read and not yet a key
  std::string paste_;
  bool is_pasting_ = false;
  bool is_settled_ = false;
};

}  // namespace rille::line
