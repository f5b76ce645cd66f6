// Show: arrays with their type, trees as trees, charts drawn.
#include "repl/prompt/show.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "backends/backend.h"
#include "repl/line/style.h"
#include "repl/prompt/pictures.h"
#include "stdlib/file.h"
#include "vm/call.h"
#include "vm/running.h"
#include "vm/visible.h"

namespace rille {
namespace {

constexpr size_t is_large = 1000;  // elements
constexpr size_t short_text = 70;  // of a tree that is shown in a line
constexpr int most_lines = 100;    // of a tree

// What can be said of the elements.
std::string numbers_of(Interpreter& interpreter, const Array& x) {
  bool has_order = is_float(x.dtype()) || is_integer(x.dtype());
  if (x.is_traced() || x.size() < is_large || !has_order) return "";
  Outcome to_doubles = interpreter.evaluate("x => f64(x)");
  if (!to_doubles.ok() || !to_doubles.value.is_function()) return "";
  Value converted = call(to_doubles.value.function(), {Value(x)});
  double low = HUGE_VAL, high = -HUGE_VAL, sum = 0;
  size_t count = 0;
  Polls polls;
  for (double each : converted.array().as<double>()) {
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

std::string device_of(const Array&) { return str(" on ", host_device().name()); }

// A tree as a tree: a line for each branch and leaf.
class TreeText {
 public:
  explicit TreeText(Interpreter& interpreter) : interpreter_(interpreter) {}

  std::string of(const Value& value) {
    out_ = brief_of(value) + "\n";
    parts(value, "");
    if (left_out_ > 0) out_ += str("… and ", left_out_, " lines more\n");
    return std::move(out_);
  }

 private:
  void parts(const Value& value, const std::string& before) {
    const Branch& branch = value.branch();
    for (size_t i = 0; i < branch.items.size(); ++i) {
      bool is_last = i + 1 == branch.items.size();
      const Value& item = branch.items[i];
      if (++lines_ > most_lines) {
        ++left_out_;
        continue;
      }
      out_ += str(before, is_last ? "└─ " : "├─ ", name_of(branch, i), "  ", text_of(item), "\n");
      bool is_open = item.is_branch() && depth_ < 20 && !item.items().empty();
      if (!is_open) continue;
      ++depth_;
      parts(item, before + (is_last ? "   " : "│  "));
      --depth_;
    }
  }

  static std::string name_of(const Branch& branch, size_t at) {
    if (branch.layout != nullptr) return branch.layout->names[at];
    if (branch.keys != nullptr) return text(value_of(branch.keys->list[at]));
    return str(at);
  }

  std::string text_of(const Value& item) {
    bool is_array = item.is_array() && item.array().rank() > 0;
    if (is_array) return brief_of(item) + numbers_of(interpreter_, item.array());
    if (item.is_branch()) return brief_of(item);
    std::string out = visible(text(item));
    std::ranges::replace(out, '\n', ' ');
    return out.size() > short_text ? brief_of(item) : out;
  }

  Interpreter& interpreter_;
  std::string out_;
  int lines_ = 0, left_out_ = 0, depth_ = 0;
};

bool is_chart(const Value& value) {
  const StructType* type = struct_type(value.layout());
  return type != nullptr && type->record != nullptr &&
         (type->name == "plot.Chart" || type->name == "plot.Page");
}

// The chart as a picture; "" where that fails, or the terminal shows none.
std::string picture_of(Interpreter& interpreter, const Value& chart) {
  Graphics graphics = graphics_of_terminal();
  Outcome save = interpreter.evaluate("plot.save"), load = interpreter.evaluate("image.load");
  if (graphics == Graphics::none || !save.ok() || !load.ok()) return "";
  std::string folder = std::filesystem::temp_directory_path() / "rille_XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) return "";
  std::string path = folder + "/chart.png";
  std::string png;
  Outcome done = interpreter.act([&] {
    call(save.value.function(), {chart, Value(path)});
    png = read_file(path).view();
    if (graphics != Graphics::sixel) return;
    Array pixels = call(load.value.function(), {Value(path), Value("rgb")}).array();
    png = sixel_picture(pixels.as<uint8_t>(), static_cast<size_t>(pixels.shape()[1].number()),
                        static_cast<size_t>(pixels.shape()[0].number()));
  });
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  if (!done.ok()) return "";
  if (graphics == Graphics::sixel) return png;
  return graphics == Graphics::kitty ? kitty_picture(png) : iterm_picture(png);
}

bool holds_large(const Value& value, int depth = 0) {
  if (value.is_array()) return value.array().rank() > 1 || value.array().size() > 20;
  if (!value.is_branch() || depth > 20) return value.is_branch();
  return value.items().size() > 20 || std::ranges::any_of(value.items(), [&](const Value& item) {
           return holds_large(item, depth + 1);
         });
}

}  // namespace

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

void show_on_terminal(Interpreter& interpreter, const Value& value) {
  State& state = interpreter.state();
  auto note = [&](const std::string& text) {
    state.write(line::styled(text, line::Style::note, line::colors_of_terminal()) + "\n");
  };
  if (is_chart(value)) {
    std::string picture = picture_of(interpreter, value);
    if (!picture.empty()) return state.write(picture);
    Outcome show = interpreter.evaluate("plot.show");
    if (show.ok() && show.value.is_function()) {
      call(show.value.function(), {value});
      return;
    }
  }
  if (value.is_branch() && holds_large(value)) {
    state.write(visible(TreeText(interpreter).of(value)));
    return;
  }
  state.write(visible(text(value)) + "\n");
  bool is_array = value.is_array() && value.array().rank() > 0;
  if (!is_array) return;
  const Array& x = value.array();
  note(str("# ", text(x.type()), device_of(x), numbers_of(interpreter, x)));
}

}  // namespace rille
