// plot.save, plot.show: writes and displays charts.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "stdlib/file.h"
#include "stdlib/image/picture.h"
#include "stdlib/io.h"
#include "stdlib/plot.h"
#include "stdlib/plot/chart.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/struct.h"

namespace rille {
namespace {

void save(Value chart, std::string path) {
  if (!path.ends_with(".svg") && !path.ends_with(".png")) {
    Error error(Code::value,
                str("plot.save: the path is \"", path, "\", expected the extension .svg or .png"));
    throw labelled(std::move(error), "path");
  }
  ChartPage page = page_of(chart);
  write_file(path, path.ends_with(".svg") ? svg(page) : png(page));
}

// The width of the terminal, or 80 if standard output is not a terminal.
int terminal_columns() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

void show(State& state, Value chart, int64_t rows) {
  const auto& place = state.part<DisplaySink>();
  if (place.draws && is_chart(chart)) return place.show(chart, "");
  state.write(chart_for_terminal(chart, static_cast<int>(std::clamp<int64_t>(rows, 3, 200))));
}

}  // namespace

bool is_chart(const Value& value) {
  const Struct* record = struct_of(value);
  return record != nullptr && (record->name == "plot.Chart" || record->name == "plot.Page");
}

std::string chart_svg(const Value& chart) { return svg(page_of(chart)); }
std::string chart_png(const Value& chart) { return png(page_of(chart)); }

Array chart_pixels(const Value& chart) {
  return read_png(chart_png(chart), {"a chart", "PNG file"});
}

std::string chart_text(const Value& chart, int columns, int rows, bool color) {
  std::string out;
  for (const Chart& each : page_of(chart).charts) out += braille(each, columns, rows, color);
  return out;
}

std::string chart_for_terminal(const Value& chart, int rows) {
  bool color = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  return chart_text(chart, std::clamp(terminal_columns(), 20, 120), rows, color);
}

extern const Builtin plot_save_builtin = {
    .signature = "plot.save(chart: plot.Chart or plot.Page, path: str) -> nil",
    .brief = "Writes a chart or a page of charts to an SVG or PNG file.",
    .params = {{"chart", "Chart or page to write."},
               {"path", "Path that ends in .svg or .png. An existing file is replaced."}},
    .errors =
        "error[io] if the file cannot be written; error[value] if the extension is not .svg or "
        ".png",
    .example = "plot.line([0.0, 1.0]) |> plot.save(\"two.svg\"); io.exists(\"two.svg\")  #> true",
    .source = "matplotlib.pyplot.savefig",
    .call = bind<&save>,
    .purity = Purity::host,
};

extern const Builtin plot_show_builtin = {
    .signature = "plot.show(chart: plot.Chart or plot.Page, rows: int = 12) -> nil",
    .brief =
        "Shows a chart in the terminal, drawn with braille characters and colors. In a notebook it "
        "is shown as an image.",
    .params = {{"chart", "Chart or page to show."},
               {"rows", "Height in lines of text, limited to 3 to 200."}},
    .errors = "error[type] if `chart` is not a chart or a page",
    .example =
        "plot.heatmap([[1, 0], [0, 1]], annotate = true) |> plot.show()\n"
        "#>        0 1\n"
        "#>    0 │ 1 0\n"
        "#>    1 │ 0 1",
    .source = "ours",
    .call = bind<&show>,
    .purity = Purity::host,
};

}  // namespace rille
