// Show: arrays with types, tables, trees, and charts.
#include "repl/prompt/show.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "backends/backend.h"
#include "repl/line/style.h"
#include "repl/line/terminal.h"
#include "repl/line/width.h"
#include "repl/prompt/pictures.h"
#include "repl/prompt/table.h"
#include "stdlib/array.h"
#include "stdlib/io.h"
#include "stdlib/plot.h"
#include "vm/run/running.h"
#include "vm/state.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

constexpr size_t is_large = 1000;   // elements of an array with statistics
constexpr size_t short_value = 70;  // bytes of a leaf that is shown as its value
constexpr int max_lines = 100;      // lines of a tree

// Returns the statistics of a large array, "" for others. NaN elements are counted separately.
std::string numbers_of(const Array& x) {
  bool has_order = is_float(x.dtype()) || is_integer(x.dtype());
  if (x.is_traced() || x.size() < is_large || !has_order) return "";
  Array converted = convert(x, Dtype::f64);
  double low = HUGE_VAL, high = -HUGE_VAL, sum = 0;
  size_t count = 0;
  PollCounter polls;
  for (double each : converted.as<double>()) {
    polls.step();
    if (std::isnan(each)) continue;
    low = std::min(low, each);
    high = std::max(high, each);
    sum += each;
    ++count;
  }
  size_t lost = x.size() - count;
  if (count == 0) return ", all NaN";
  auto rounded = [](double number) {
    char out[32];
    std::snprintf(out, sizeof out, "%.4g", number);
    return std::string(out);
  };
  return str(", min ", rounded(low), ", mean ", rounded(sum / static_cast<double>(count)), ", max ",
             rounded(high), is_float(x.dtype()) ? str(", NaN ", lost) : "");
}

// The text of a tree with a line for each branch and leaf.
class TreeText {
 public:
  std::string of(const Value& value) {
    out_ = brief_of(value) + "\n";
    parts(value, "");
    if (left_out_ > 0)
      out_ += str("… and ", left_out_, left_out_ == 1 ? " more line\n" : " more lines\n");
    return std::move(out_);
  }

 private:
  void parts(const Value& value, const std::string& before) {
    const Branch& branch = value.branch();
    for (size_t i = 0; i < branch.items.size(); ++i) {
      bool is_last = i + 1 == branch.items.size();
      const Value& item = branch.items[i].unwrapped();
      if (++lines_ > max_lines) {
        ++left_out_;
        continue;
      }
      out_ +=
          str(before, is_last ? "└─ " : "├─ ", branch_name(branch, i), "  ", text_of(item), "\n");
      bool is_open = item.is_branch() && depth_ < 20 && !item.items().empty();
      if (!is_open) continue;
      ++depth_;
      parts(item, before + (is_last ? "   " : "│  "));
      --depth_;
    }
  }

  static std::string text_of(const Value& item) {
    bool is_array = item.is_array() && item.array().rank() > 0;
    if (is_array) return brief_of(item) + numbers_of(item.array());
    if (item.is_branch()) return brief_of(item);
    std::string out = visible(text(item));
    std::ranges::replace(out, '\n', ' ');
    return out.size() > short_value ? brief_of(item) : out;
  }

  std::string out_;
  int lines_ = 0, left_out_ = 0, depth_ = 0;
};

// Returns the chart as an image; "" if the terminal cannot show images.
std::string picture_of(const Value& chart) {
  switch (graphics_of_terminal()) {
    case Graphics::kitty: return kitty_picture(chart_png(chart));
    case Graphics::iterm: return iterm_picture(chart_png(chart));
    case Graphics::sixel: break;
    case Graphics::none: return "";
  }
  Array pixels = chart_pixels(chart);
  Ints sizes = pixels.type().ints();
  return sixel_picture(pixels.as<uint8_t>(), static_cast<size_t>(sizes[1]),
                       static_cast<size_t>(sizes[0]));
}

}  // namespace

bool holds_large(const Value& value, int depth) {
  if (value.is_array()) return value.array().rank() > 1 || value.array().size() > 20;
  if (!value.is_branch() || depth > 20) return value.is_branch();
  return value.items().size() > 20 || std::ranges::any_of(value.items(), [&](const Value& item) {
           return holds_large(item, depth + 1);
         });
}

std::string branch_name(const Branch& branch, size_t at) {
  if (branch.layout != nullptr) return branch.layout->names[at];
  return branch.keys != nullptr ? text(value_of(branch.keys->list[at])) : str(at);
}

std::string brief_of(const Value& value) {
  if (value.is_array()) return text(value.array().type());
  if (!value.is_branch()) return kind_text(value);
  const StructType* type = struct_type(value.layout());
  std::string kind = type != nullptr             ? type->name
                     : value.is_dict()           ? "dict"
                     : value.layout() != nullptr ? "record"
                                                 : "tuple";
  return str(kind, " of ", value.items().size());
}

std::string note_of(const Array& x) {
  return str(text(x.type()), " on ", device_of(x).name(), numbers_of(x));
}

ShownText shown_text(const Value& value, int columns) {
  bool is_large = value.is_branch() && holds_large(value);
  std::optional<TableView> table = TableView::of(value);
  if (is_large && !table) return {visible(TreeText().of(value))};
  std::string whole = is_large ? "" : visible(text(value));
  bool is_line = whole.find('\n') == std::string::npos && line::width_of(whole) <= columns;
  if (table && (is_large || !is_line)) {
    return {table_text(*table, columns), str("# ", table->sizes())};
  }
  ShownText out{whole + "\n"};
  bool is_array = value.is_array() && value.array().rank() > 0;
  if (is_array) out.note = str("# ", note_of(value.array()));
  return out;
}

void show_on_terminal(State& state, const Value& value) {
  if (is_chart(value)) {
    constexpr int rows = 12;
    std::string picture = picture_of(value);
    return state.write(picture.empty() ? chart_for_terminal(value, rows) : picture);
  }
  ShownText shown = shown_text(value, line::size_of_terminal().columns);
  state.write(shown.text);
  if (shown.note.empty()) return;
  line::Colors colors = line::colors_of_terminal();
  state.write(line::styled(shown.note, line::Style::note, colors) + "\n");
}

void show_all_on_terminal(State& state) {
  state.part<DisplaySink>().show = [&state](const Value& value, const std::string&) {
    show_on_terminal(state, value);
  };
}

}  // namespace rille
