// LineBuffer: an edited text with undo, redo, and a kill ring.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rille::line {

// The cursor is always between two grapheme clusters. Inserted text is filtered by cleaned().
class LineBuffer {
 public:
  const std::string& text() const { return text_; }
  size_t cursor() const { return cursor_; }

  void insert(std::string_view text);  // inserts at the cursor, which moves after the text
  void type(std::string_view text);    // inserts; each word is a separate undo step
  void replace(size_t from, size_t to, std::string_view by);  // the cursor moves after `by`
  void set(std::string text);                                 // the cursor moves to the end
  void forget();               // clears the text and the undo history, but not the kill ring
  void move_to(size_t place);  // moves to an offset, or to the beginning of its cluster

  // Move the cursor, and return whether it moved.
  bool left();
  bool right();
  bool up();  // up() and down() keep the column if the line is long enough
  bool down();
  void home();  // home() and end() stay in the line
  void end();
  void word_left();
  void word_right();

  void backspace();  // in the indentation of a line, deletes back to the previous indentation step
  void remove();

  // Move text to the kill ring. Consecutive cuts form one entry.
  void cut_line();         // to the end of the line; at its end, the newline
  void cut_line_before();  // to the beginning of the line
  void cut_word();
  void cut_word_before();
  void cut_blank_word_before();  // back to the previous blank
  void paste_cut();
  void paste_earlier_cut();  // replaces the text just pasted by the previous entry of the ring

  void swap_letters();

  void undo();
  void redo();
  // Ends the current undo step.
  void pause() { group_ = EditGroup::none; }

  size_t line_begin() const;
  size_t line_end() const;

 private:
  enum class EditGroup : uint8_t { none, typing, erasing, cutting, pasting };
  struct UndoState {
    std::string text;
    size_t cursor;
  };

  void begin(EditGroup group);  // must be called before a change
  void cut(size_t from, size_t to, bool is_in_front);
  void drop_old();
  size_t word_begin() const;
  size_t word_end() const;
  int column() const;
  void go_to_column(int column);
  bool go_to_line_of(size_t place);

  std::string text_;
  size_t cursor_ = 0;
  int wished_column_ = -1;  // target column of up() and down(); -1 means that of the cursor

  EditGroup group_ = EditGroup::none;
  std::vector<UndoState> past_, future_;
  size_t past_bytes_ = 0;

  std::vector<std::string> ring_;  // the kill ring; the last entry is the newest
  size_t ring_at_ = 0;             // index of the pasted entry
  size_t pasted_from_ = 0;
};

}  // namespace rille::line
