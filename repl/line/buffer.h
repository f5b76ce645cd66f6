// Buffer: a text that is being edited, its past, what was cut.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rille::line {

// The cursor stands between two letters, never within one. All that is inserted is cleaned.
class Buffer {
 public:
  const std::string& text() const { return text_; }
  size_t cursor() const { return cursor_; }

  void insert(std::string_view text);  // at the cursor, which moves behind it
  void type(std::string_view text);    // the same; words are undone apart
  void replace(size_t from, size_t to, std::string_view by);  // the cursor stands behind it
  void set(std::string text);                                 // the cursor at its end
  void forget();               // an empty text without a past; what was cut stays
  void move_to(size_t place);  // or to the letter around it

  // Whether there was somewhere to go.
  bool left();
  bool right();
  bool up();  // a line; the column stays as far as the line is long enough
  bool down();
  void home();  // of the line
  void end();
  void word_left();
  void word_right();

  void backspace();  // in an indent of blanks alone, back to the step before
  void remove();

  // What is cut goes to the ring; cuts one behind the other are one piece.
  void cut_line();         // to its end; at the end, the end of the line itself
  void cut_line_before();  // to its beginning
  void cut_word();
  void cut_word_before();
  void cut_blank_word_before();  // back to a blank, whatever stands there
  void paste_cut();
  void paste_earlier_cut();  // in place of what was just pasted, the piece that was cut before it

  void swap_letters();

  void undo();
  void redo();
  // Changes on either side are undone apart.
  void pause() { group_ = Group::none; }

  size_t line_begin() const;
  size_t line_end() const;

 private:
  enum class Group : uint8_t { none, typing, erasing, cutting, pasting };
  struct Moment {
    std::string text;
    size_t cursor;
  };

  void begin(Group group);  // before a change
  void cut(size_t from, size_t to, bool is_in_front);
  void drop_old();
  size_t word_begin() const;
  size_t word_end() const;
  int column() const;
  void go_to_column(int column);
  bool go_to_line_of(size_t place);

  std::string text_;
  size_t cursor_ = 0;
  int wished_column_ = -1;  // of moves up and down; -1: where the cursor is

  Group group_ = Group::none;
  std::vector<Moment> past_, future_;
  size_t past_bytes_ = 0;

  std::vector<std::string> ring_;  // the last one is the newest
  size_t ring_at_ = 0;             // of what was pasted
  size_t pasted_from_ = 0;
};

}  // namespace rille::line
