// Editor: applies keys to the state of an edited entry.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "repl/line/buffer.h"
#include "repl/line/history.h"
#include "repl/line/keys.h"

namespace rille::line {

struct Candidate {
  std::string text;         // the text to insert
  std::string detail = "";  // a signature or a description
};

// Candidates that replace [from, cursor).
struct Completion {
  size_t from = 0;
  std::vector<Candidate> candidates = {};
  std::string note = "";  // the signature of the call around the cursor
};

// The language-specific part of the editor.
class Language {
 public:
  virtual ~Language() = default;
  virtual bool goes_on(const std::string& text) = 0;  // true if the text is incomplete
  virtual Completion complete(const std::string& text, size_t cursor) = 0;
};

enum class EditAction : uint8_t { stay, accept, drop, leave, clear, suspend };

class Editor {
 public:
  Editor(Language& language, History& history) : language_(language), history_(history) {}

  void start();  // begins with an empty text
  // Applies a key, and returns the action that the caller must perform. The caller then redraws.
  EditAction press(const Key& key);

  const LineBuffer& buffer() const { return buffer_; }
  const std::string& text() const { return buffer_.text(); }

  struct Search {
    bool is_on = false, failed = false;
    std::string query = "";
    size_t at = 0;            // the entry that is shown
    std::string before = "";  // the text before the search
  };
  const Search& search() const { return search_; }

  struct Menu {
    bool is_open = false;
    Completion found = {};
    int chosen = -1;
  };
  const Menu& menu() const { return menu_; }

 private:
  EditAction press_in_search(const Key& key);
  EditAction enter();
  EditAction control(char letter);
  EditAction alt(const std::string& letter);
  void write(const std::string& text);
  void new_line();
  void complete(int step);
  void choose(int step);
  void search_on(size_t before);
  void go_back();
  void go_forth();
  void show(std::string text) { buffer_.set(std::move(text)); }

  Language& language_;
  History& history_;
  LineBuffer buffer_;
  Search search_;
  Menu menu_;

  bool is_walking_ = false;  // true while keys move through the history
  size_t at_ = 0;            // the entry that is shown, or the number of entries
  std::string prefix_, draft_;
};

// Returns the text of a paste. If its first line begins with a prompt, only lines with prompts are
// used, and the prompts are removed.
std::string without_prompts(std::string_view text);

}  // namespace rille::line
