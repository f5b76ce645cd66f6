// Keys of a line editor, its text and its screen.
#include "tests/fuzz/keys.h"

#include "lang/parse.h"
#include "repl/line/editor.h"
#include "repl/line/painter.h"
#include "repl/line/view.h"
#include "repl/line/width.h"

namespace rille::fuzz {
namespace {

using line::EditAction;
using line::Key;

constexpr size_t max_bytes = 200;  // that are typed
// Drawing takes nine tenths of the time: after the first keys, then after some, as when they are
// pasted.
constexpr size_t first_drawn = 24, between_drawn = 8;

// Words for a menu, and whether brackets are open.
class Words : public line::Language {
 public:
  bool goes_on(const std::string& text) override {
    lang::OpenText open;
    size_t at = 0;
    for (size_t end = 0; end != std::string::npos; at = end + 1) {
      end = text.find('\n', at);
      open.add(std::string_view(text).substr(at, end == std::string::npos ? end : end - at));
    }
    return open.goes_on();
  }

  line::Completion complete(const std::string& text, size_t cursor) override {
    line::Completion out{.from = line::letter_before(text, cursor) > 0
                                     ? cursor - line::letter_before(text, cursor)
                                     : cursor,
                         .note = "sum(x, axis = nil)"};
    for (const char* word : {"sum", "sort", "softmax", "sinh", "größe", "日本"}) {
      out.candidates.push_back({word, "of arrays"});
    }
    return out;
  }
};

std::vector<Key> keys_of(std::string_view bytes, size_t piece) {
  line::KeyReader reader;
  std::vector<Key> out;
  for (size_t at = 0; at < bytes.size(); at += piece) {
    reader.feed(bytes.substr(at, piece));
    while (std::optional<Key> key = reader.next()) out.push_back(std::move(*key));
  }
  reader.settle();
  while (std::optional<Key> key = reader.next()) out.push_back(std::move(*key));
  return out;
}

// Pieces of text may come apart, and bytes that are no text may be told one by one; the text is the
// same.
std::vector<Key> joined(const std::vector<Key>& keys) {
  std::vector<Key> out;
  for (const Key& key : keys) {
    if (key.kind == line::KeyKind::other) continue;
    bool goes_on = key.kind == line::KeyKind::text && !out.empty() && out.back().kind == key.kind;
    if (goes_on) {
      out.back().text += key.text;
    } else {
      out.push_back(key);
    }
  }
  return out;
}

void need(bool holds, std::string_view what) {
  if (!holds) throw Bug(std::string(what));
}

void need_text(const line::Editor& editor) {
  const std::string& text = editor.text();
  need(line::cleaned(text) == text, "the text holds what may not stand there");
  size_t cursor = editor.buffer().cursor(), at = 0;
  need(cursor <= text.size(), "the cursor stands behind the text");
  while (at < cursor) at += line::letter_at(text, at);
  need(at == cursor, "the cursor stands within a letter");
}

void need_view(const line::ScreenView& view, const line::ScreenSize& size) {
  need(std::ssize(view.rows) <= size.lines, "more rows than lines");
  need(view.row >= 0 && view.row < std::ssize(view.rows), "the cursor is in no row");
  need(view.column >= 0 && view.column <= size.columns, "the cursor is off the screen");
  for (const line::Row& row : view.rows) {
    need(line::width_of(line::text_of(row)) <= size.columns, "a row is wider than the screen");
  }
}

std::string sized(char columns, char lines, const std::string& typed) {
  return std::string{columns, lines} + typed;
}

}  // namespace

std::vector<Files> typed_keys() {
  std::vector<Files> out;
  auto add = [&](const std::string& bytes) { out.push_back({{"", bytes}}); };
  add(sized(78, 22, "let x = [1, 2, 3]\rx + 1\r"));
  add(sized(38, 10, "\x1b[200~>>> fn f(x) {\n...   x + 1\n... }\n\x1b[201~\r"));
  add(sized(78, 22,
            "abc def\x01\x06\x1b"
            "f\x0b\x19\x1by\x1f\x1f\x15\x17\x1b[3~\x7f\x7f"));
  add(sized(10, 3, "so\t\t\t\x1b[Z\rfn g(x) {\rlet y = x\r}\x1b[A\x1b[A\x1b[B\x1b[C\x1b[D\x14"));
  add(sized(5, 5,
            "1\r2\r1\r\x12"
            "1\x12\x12\x07\x12"
            "2\x1b[A\r\x10\x10\x0e"));
  add(sized(78, 22,
            "größe = 日本語 👩‍👩‍👧 "
            "e\u0301\x1b[D\x1b[D\x1b[1;5D\x1b[1;5C\x1b[H\x1b[F\x7f"));
  add(sized(20, 6, "if a {\x1b\r\x1b[13;2u(b[c])\x1b[5~\x1b[6~\x1bOH\x1bOF\x1b[15~\x03\x04"));
  return out;
}

void press_keys(Interpreter& /*interpreter*/, const fs::path& path) {
  std::string bytes = read_bytes(path);
  if (bytes.size() < 2) throw Error(Code::value, "no screen");
  line::ScreenSize size{
      .columns = static_cast<unsigned char>(bytes[0]) % 120 + 4,  // the prompt and a wide letter
      .lines = static_cast<unsigned char>(bytes[1]) % 50 + 2};
  std::string_view typed = std::string_view(bytes).substr(2, max_bytes);
  std::vector<Key> keys = keys_of(typed, typed.size() + 1);
  need(joined(keys) == joined(keys_of(typed, 1)),
       "the keys depend on the pieces that they come in");
  Words words;
  line::History history;
  line::Editor editor(words, history);
  line::Painter painter(line::Colors::full);
  editor.start();
  for (size_t i = 0; i < keys.size(); ++i) {
    EditAction act = editor.press(keys[i]);
    need_text(editor);
    if (i < first_drawn || i % between_drawn == 0) {
      line::ScreenView view = line::view_of(editor, {.size = size, .hint = "f32[3]"});
      need_view(view, size);
      (void)painter.draw(view);
    }
    if (act == EditAction::stay) continue;
    (void)painter.finish(line::view_of(editor, {.size = size, .is_final = true}));
    if (act == EditAction::accept) history.add(editor.text());
    editor.start();
  }
}

}  // namespace rille::fuzz
