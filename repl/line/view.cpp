// ScreenView: lays out the text in rows, with menus below.
#include "repl/line/view.h"

#include <algorithm>

#include "lang/marks.h"
#include "repl/line/brackets.h"
#include "repl/line/highlight.h"
#include "repl/line/width.h"

namespace rille::line {
namespace {

constexpr std::string_view prompt = "> ", more = ". ";
constexpr int max_menu_rows = 6;

void put(Row& row, std::string_view text, Style style) {
  if (text.empty()) return;
  if (row.empty() || row.back().style != style) row.push_back({"", style});
  row.back().text += text;
}

int width_of_row(const Row& row) {
  int out = 0;
  for (const StyledRun& run : row) out += width_of(run.text);
  return out;
}

// Lays out the clusters of a text in rows. A cluster that is too wide for the rest of a row goes to
// the next row.
class RowLayout {
 public:
  explicit RowLayout(int columns) : columns_(std::max(columns, 4)) { rows_.emplace_back(); }

  void letter(std::string_view letter, Style style) {
    int width = width_of_letter(letter);
    if (column_ + width > columns_) next_row();
    put(rows_.back(), letter, style);
    column_ += width;
  }
  void text(std::string_view text, Style style) {
    for (size_t at = 0, size = 0; at < text.size(); at += size) {
      size = letter_at(text, at);
      letter(text.substr(at, size), style);
    }
  }
  void next_row() {
    rows_.emplace_back();
    column_ = 0;
  }
  // Sets the cursor to the position of the next cluster, which is never outside the screen.
  void mark_cursor() {
    if (column_ >= columns_) next_row();
    cursor_row_ = static_cast<int>(rows_.size()) - 1;
    cursor_column_ = column_;
  }
  int left() const { return columns_ - column_; }
  int columns() const { return columns_; }

  ScreenView view() && { return {std::move(rows_), cursor_row_, cursor_column_}; }

 private:
  int columns_, column_ = 0;
  std::vector<Row> rows_;
  int cursor_row_ = 0, cursor_column_ = 0;
};

void put_text(RowLayout& layout, const Editor& editor, bool has_cursor) {
  const std::string& text = editor.text();
  size_t cursor = editor.buffer().cursor();
  std::vector<Style> styles = styles_of(text, has_cursor ? cursor : std::string::npos);
  for (size_t at = 0, size = 0; at < text.size(); at += size) {
    size = letter_at(text, at);
    bool is_here = has_cursor && at == cursor;
    std::string_view letter = std::string_view(text).substr(at, size);
    // If the cluster goes to the next row, the cursor does, too.
    if (is_here && letter != "\n" && width_of_letter(letter) > layout.left()) layout.next_row();
    if (is_here) layout.mark_cursor();
    if (letter == "\n") {
      layout.next_row();
      layout.text(more, Style::prompt);
    } else {
      layout.letter(letter, styles[at]);
    }
  }
  if (!has_cursor || cursor == text.size()) layout.mark_cursor();
}

// Returns the beginning of a text, truncated to the width of a row.
Row cut_row(std::string_view text, Style style, int columns) {
  Row out;
  int used = 0;
  for (size_t at = 0, size = 0; at < text.size(); at += size) {
    size = letter_at(text, at);
    std::string_view letter = text.substr(at, size);
    used += width_of_letter(letter);
    if (used > columns) break;
    put(out, letter, style);
  }
  return out;
}

// Returns the candidates in columns. If there are too many, returns the rows around the chosen one.
std::vector<Row> menu_rows(const Editor::Menu& menu, int columns, int max_rows) {
  std::vector<Row> out;
  const auto& all = menu.found.candidates;
  if (all.size() < 2 || max_rows < 1) return out;
  int widest = 0;
  for (const Candidate& c : all) widest = std::max(widest, width_of(c.text) + 2);
  int across = std::max(1, columns / std::max(widest, 1));
  auto count = static_cast<int>(all.size());
  int rows = (count + across - 1) / across, shown = std::min(rows, max_rows);
  int chosen = std::max(menu.chosen, 0) / across;
  int first = std::clamp(chosen - shown / 2, 0, rows - shown);
  for (int row = first; row < first + shown; ++row) {
    Row line;
    for (int i = row * across; i < std::min(count, (row + 1) * across); ++i) {
      const std::string& text = all[static_cast<size_t>(i)].text;
      Row cell = cut_row(text, i == menu.chosen ? Style::chosen : Style::menu, columns);
      line.insert(line.end(), cell.begin(), cell.end());
      bool is_last = i + 1 == std::min(count, (row + 1) * across);
      int air = widest - width_of(text);
      if (!is_last && air > 0) put(line, std::string(static_cast<size_t>(air), ' '), Style::menu);
    }
    out.push_back(std::move(line));
  }
  if (shown < rows) {
    out.back() = cut_row(text_of(out.back()), Style::menu, std::max(columns - 14, 0));
    put(out.back(), "  … of ", Style::note);
    put(out.back(), std::to_string(count), Style::note);
    if (width_of_row(out.back()) > columns)
      out.back() = cut_row(text_of(out.back()), Style::menu, columns);
  }
  return out;
}

std::string note_of(const Editor& editor) {
  const Editor::Search& search = editor.search();
  if (search.is_on) {
    return (search.failed ? "no match: " : "search: ") + search.query;
  }
  const Editor::Menu& menu = editor.menu();
  if (menu.chosen < 0) return menu.found.note;
  const std::string& detail = menu.found.candidates[static_cast<size_t>(menu.chosen)].detail;
  return detail.empty() ? menu.found.note : detail;
}

// Adds the note and the menu below the text, as far as there is room.
void put_below(ScreenView& view, const Editor& editor, ScreenSize size) {
  int columns = std::max(size.columns, 4);
  int room = size.lines - static_cast<int>(view.rows.size());
  std::string note = note_of(editor);
  if (!note.empty() && room > 0) {
    std::ranges::replace(note, '\n', ' ');
    view.rows.push_back(cut_row(note, Style::note, columns));
    --room;
  }
  for (Row& row : menu_rows(editor.menu(), columns, std::min(room, max_menu_rows))) {
    view.rows.push_back(std::move(row));
  }
}

// If there are too many rows, keeps those around the cursor.
void keep_around_cursor(ScreenView& view, int lines) {
  lines = std::max(lines, 1);
  auto count = static_cast<int>(view.rows.size());
  if (count <= lines) return;
  int first = std::clamp(view.row - lines / 2, 0, count - lines);
  view.rows = {view.rows.begin() + first, view.rows.begin() + first + lines};
  view.row -= first;
}

}  // namespace

std::string text_of(const Row& row) {
  std::string out;
  for (const StyledRun& run : row) out += run.text;
  return out;
}

ScreenView view_of(const Editor& editor, const ViewOptions& look) {
  RowLayout layout(look.size.columns);
  layout.text(prompt, Style::prompt);
  put_text(layout, editor, !look.is_final);
  std::string hint = look.hint.empty() ? "" : "  # " + look.hint;
  bool has_hint = !look.is_final && !hint.empty() && width_of(hint) < layout.left() &&
                  !editor.menu().is_open && !editor.search().is_on;
  if (has_hint) layout.text(hint, Style::hint);
  ScreenView view = std::move(layout).view();
  if (look.is_final) return view;
  keep_around_cursor(view, look.size.lines);
  put_below(view, editor, look.size);
  return view;
}

}  // namespace rille::line
