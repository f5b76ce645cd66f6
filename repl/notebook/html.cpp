// html_of(): tables, and trees with collapsible branches.
#include "repl/notebook/html.h"

#include <algorithm>
#include <optional>

#include "repl/prompt/show.h"
#include "repl/prompt/table.h"
#include "stdlib/markup.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

constexpr int64_t max_rows = 20, max_columns = 20, max_slices = 4;
constexpr int max_lines = 200;

std::string shown(std::string_view text) { return escaped_markup(visible(text)); }

std::string cell(std::string_view tag, std::string_view text) {
  return str("<", tag, ">", text, "</", tag, ">");
}

std::string note(std::string_view text) { return cell("small", shown(text)); }

// Returns a table of rows and columns of elements, beginning at the element `begin`.
std::string grid(const Array& x, int64_t begin, int64_t rows, int64_t columns) {
  std::string out = "<table>\n<thead><tr><th></th>";
  std::vector<int64_t> across = ends_of(columns, max_columns);
  for (int64_t j : across) out += cell("th", j == gap ? "…" : str(j));
  out += "</tr></thead>\n<tbody>\n";
  for (int64_t i : ends_of(rows, max_rows)) {
    out += "<tr>" + cell("th", i == gap ? "⋮" : str(i));
    for (int64_t j : across) {
      bool is_gap = i == gap || j == gap;
      out += cell("td", is_gap ? "" : shown(element_of(x, begin + i * columns + j)));
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

std::string array_html(const Array& x) {
  bool is_shown = !x.is_traced() && x.rank() > 0 && x.size() > 0;
  if (!is_shown) return "";
  Ints sizes = x.type().ints();
  int64_t columns = sizes.back();
  int64_t rows = sizes.size() > 1 ? sizes[sizes.size() - 2] : 1;
  int64_t slices = static_cast<int64_t>(x.size()) / (rows * columns);
  std::string out = "<div>\n";
  for (int64_t i = 0; i < std::min(slices, max_slices); ++i) {
    std::string place;
    for (int64_t axis = std::ssize(sizes) - 3, rest = i; axis >= 0; --axis) {
      int64_t extent = sizes[static_cast<size_t>(axis)];
      place = str(rest % extent, place.empty() ? "" : ", ", place);
      rest /= extent;
    }
    if (sizes.size() > 2) out += note(str("[", place, "]"));
    out += grid(x, i * rows * columns, rows, columns);
  }
  if (slices > max_slices) out += str("<p>… ", slices - max_slices, " more slices</p>\n");
  return out + note(note_of(x)) + "\n</div>\n";
}

std::string table_html(const TableView& table) {
  std::string out = "<div>\n<table>\n<thead><tr><th></th>";
  std::vector<int64_t> across = ends_of(table.columns(), max_columns);
  for (int64_t j : across) out += cell("th", j == gap ? "…" : shown(table.name(j)));
  out += "</tr></thead>\n<tbody>\n";
  for (int64_t i : ends_of(table.rows(), max_rows)) {
    out += "<tr>" + cell("th", i == gap ? "⋮" : str(i));
    for (int64_t j : across) {
      bool is_gap = i == gap || j == gap;
      out += cell("td", is_gap ? "" : shown(table.cell(i, j)));
    }
    out += "</tr>\n";
  }
  return str(out, "</tbody>\n</table>\n", note(table.sizes()), "\n</div>\n");
}

class TreeHtml {
 public:
  std::string of(const Value& value) {
    branch("", value, 0);
    if (left_out_ > 0) out_ += str("<p>… ", left_out_, " more lines</p>\n");
    return str("<div>\n", out_, "</div>\n");
  }

 private:
  // The first two levels are expanded.
  void branch(const std::string& name, const Value& value, int depth) {
    out_ += str("<details", depth < 2 ? " open" : "", "><summary>", name, note(brief_of(value)),
                "</summary>\n<ul>\n");
    const Branch& items = value.branch();
    for (size_t i = 0; i < items.items.size(); ++i) {
      if (++lines_ > max_lines) {
        ++left_out_;
        continue;
      }
      item(cell("b", shown(branch_name(items, i))) + " ", items.items[i], depth);
    }
    out_ += "</ul>\n</details>\n";
  }

  void item(const std::string& name, const Value& value, int depth) {
    bool opens = value.is_branch() && !value.items().empty() && depth < 20;
    if (!opens) {
      out_ += cell("li", name + leaf(value)) + "\n";
      return;
    }
    out_ += "<li>";
    branch(name, value, depth + 1);
    out_ += "</li>\n";
  }

  static std::string leaf(const Value& value) {
    bool is_array = value.is_array() && value.array().rank() > 0;
    if (is_array) return note(note_of(value.array()));
    std::string out = text(value);
    constexpr size_t longest = 200;
    return shown(out.size() > longest ? brief_of(value) : out);
  }

  std::string out_;
  int lines_ = 0, left_out_ = 0;
};

}  // namespace

std::string html_of(const Value& value) {
  if (value.is_array()) return array_html(value.array());
  if (std::optional<TableView> table = TableView::of(value)) return table_html(*table);
  bool is_tree = value.is_branch() && holds_large(value);
  return is_tree ? TreeHtml().of(value) : "";
}

}  // namespace rille
