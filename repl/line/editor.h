// Editor: keys in, the state of a line that is edited out.
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
  std::string text;         // what would stand there
  std::string detail = "";  // a signature, or what it is
};

// What may stand in the place of [from, cursor).
struct Completion {
  size_t from = 0;
  std::vector<Candidate> candidates = {};
  std::string note = "";  // of the call around the cursor
};

// What the editor asks about the text.
class Language {
 public:
  virtual ~Language() = default;
  virtual bool goes_on(const std::string& text) = 0;  // unfinished: Enter begins a line
  virtual Completion complete(const std::string& text, size_t cursor) = 0;
};

enum class Act : uint8_t { stay, accept, drop, leave, clear, suspend };

class Editor {
 public:
  Editor(Language& language, History& history) : language_(language), history_(history) {}

  void start();  // an empty text
  // What is to be done about the key beside showing the state anew.
  Act press(const Key& key);

  const Buffer& buffer() const { return buffer_; }
  const std::string& text() const { return buffer_.text(); }

  struct Search {
    bool is_on = false, failed = false;
    std::string query = "";
    size_t at = 0;            // the entry that is shown
    std::string before = "";  // the text when it began
  };
  const Search& search() const { return search_; }

  struct Menu {
    bool is_open = false;
    Completion found = {};
    int chosen = -1;
  };
  const Menu& menu() const { return menu_; }

 private:
  Act press_in_search(const Key& key);
  Act enter();
  Act control(char letter);
  Act alt(const std::string& letter);
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
  Buffer buffer_;
  Search search_;
  Menu menu_;

  bool is_walking_ = false;  // through the history
  size_t at_ = 0;            // the entry that is shown, or one behind the last
  std::string prefix_, draft_;
};

// The text of a paste: where its first line begins with a prompt, what stands behind prompts.
std::string without_prompts(std::string_view text);

}  // namespace rille::line
