// Chart: records, bounds, ticks, and colors.
#include "stdlib/plot/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "jit/graph.h"
#include "jit/op.h"
#include "stdlib/array.h"
#include "vm/struct.h"

namespace rille {
namespace {

Array numbers(const std::vector<double>& values) {
  Array out(Type(Dtype::f64, {static_cast<int64_t>(values.size())}));
  std::ranges::copy(values, out.edit<double>().begin());
  return out;
}

std::vector<double> numbers_of(const Value& value) { return doubles(value.as_array()); }

// The fields of a plot.Chart.
struct ChartFields {
  static const Struct& record();
  std::string title, x, y;
  Value series, heat, pixels;
  std::vector<std::string> names, row_names;
  Value labels;
  std::string x_scale = "linear", y_scale = "linear";
};

struct PageFields {
  static const Struct& record();
  Values charts;
  int64_t columns = 1;
};

constexpr std::array<std::string_view, 4> forms{"line", "points", "bars", "band"};

SeriesKind form_of(const std::string& word) {
  auto found = std::ranges::find(forms, word);
  if (found != forms.end()) return static_cast<SeriesKind>(found - forms.begin());
  throw Error(Code::value, str("plot: the form of a series is \"", word,
                               "\", expected \"line\", \"points\", \"bars\", or \"band\""));
}

}  // namespace

std::vector<double> doubles(const Array& x) {
  if (x.is_traced()) {
    throw Error(Code::trace, "plot: the values of a chart must be static, but they are traced")
        .help("return the values from the traced function, and create the chart outside of it");
  }
  Builder b;
  Var from = b.param(x.type());
  Graph graph = std::move(b).finish({op::convert(b, from, Dtype::f64)});
  Array wide = evaluate(graph, {&x, 1})[0];
  auto items = wide.as<double>();
  return {items.begin(), items.end()};
}

extern const Struct plot_chart_struct = {
    .name = "plot.Chart",
    .brief =
        "Chart returned by `plot.line` and the other chart functions. `plot.page`, `plot.save`, "
        "and `plot.show` accept it.",
    .fields =
        {field<&ChartFields::title>("title: str", "Title above the chart."),
         field<&ChartFields::x>("xlabel: str", "Label of the x axis."),
         field<&ChartFields::y>("ylabel: str", "Label of the y axis."),
         field<&ChartFields::series>(
             "series: ((name = str, x = real[_], y = real[_], form = str), ...)",
             "Series with the form \"line\", \"points\", \"bars\", or \"band\". For \"bars\", y "
             "has the heights between consecutive x, so x has one more element. For \"band\", the "
             "points follow the lower bound, and then the upper bound in reverse."),
         field<&ChartFields::heat>(
             "heatmap: (values = real[rows, columns], annotate = bool, colormap = str) = nil",
             "Heat map, drawn instead of series. If nil, the chart has no heat map."),
         field<&ChartFields::pixels>(
             "pixels: u8[height, width, 3] or nil = nil",
             "RGB image, drawn instead of series. If nil, the chart has no image."),
         field<&ChartFields::names>("names: (str, ...) = ()", "Labels of bars or columns."),
         field<&ChartFields::row_names>("row_names: (str, ...) = ()",
                                        "Labels of the rows of a heat map."),
         field<&ChartFields::labels>("labels: ((x = number, y = number, text = str), ...) = ()",
                                     "Texts next to positions."),
         field<&ChartFields::x_scale>("xscale: \"linear\" or \"log\" = \"linear\"",
                                      "Scale of the x axis. On a logarithmic axis, positions that "
                                      "are not positive are not drawn."),
         field<&ChartFields::y_scale>("yscale: \"linear\" or \"log\" = \"linear\"",
                                      "Scale of the y axis.")},
    .example = "plot.line([0.0, 1.0], title = \"a\").title  #> a",
    .source = "ours",
};
const Struct& ChartFields::record() { return plot_chart_struct; }

extern const Struct plot_page_struct = {
    .name = "plot.Page",
    .brief = "Page of several charts, which are saved and shown together.",
    .fields = {field<&PageFields::charts>("charts: (plot.Chart, ...)",
                                          "Charts in row-major order."),
               field<&PageFields::columns>("columns: int = 2", "Number of columns.")},
    .example = "plot.Page((plot.line([0.0, 1.0]),), 1).columns  #> 1",
    .source = "ours",
};
const Struct& PageFields::record() { return plot_page_struct; }

Value to_value(State& state, const Chart& chart) {
  Values series;
  for (const Series& s : chart.series) {
    series.push_back(
        Value::record(state, {{"name", s.name},
                              {"x", numbers(s.x)},
                              {"y", numbers(s.y)},
                              {"form", std::string(forms[static_cast<size_t>(s.form)])}}));
  }
  Value heat;
  if (chart.heat.rows > 0) {
    Array cells = numbers(chart.heat.values);
    Shape shape{static_cast<int64_t>(chart.heat.rows), static_cast<int64_t>(chart.heat.columns)};
    heat = Value::record(state, {{"values", cells.view(Type(Dtype::f64, shape), 0)},
                                 {"annotate", chart.heat.numbers},
                                 {"colormap", chart.heat.colors}});
  }
  Value pixels;
  if (chart.pixels.rows > 0) {
    Array all(Type(Dtype::u8, {static_cast<int64_t>(chart.pixels.rows),
                               static_cast<int64_t>(chart.pixels.columns), 3}));
    std::ranges::copy(chart.pixels.rgb, all.edit<uint8_t>().begin());
    pixels = all;
  }
  Values labels;
  for (const ChartLabel& label : chart.labels) {
    labels.push_back(Value::record(state, {{"x", label.x}, {"y", label.y}, {"text", label.text}}));
  }
  auto scale = [](bool is_log) { return std::string(is_log ? "log" : "linear"); };
  return make_instance(
      state, ChartFields{chart.title, chart.x, chart.y, Value::tuple(std::move(series)), heat,
                         pixels, chart.names, chart.row_names, Value::tuple(std::move(labels)),
                         scale(chart.has_log_x), scale(chart.has_log_y)});
}

namespace {

// The numbers of rows and columns of a heat map or an image; error[shape] if one is 0.
std::pair<size_t, size_t> sides_of(const Array& x, std::string_view what) {
  int64_t rows = x.type().extent(0).number(), columns = x.type().extent(1).number();
  if (rows > 0 && columns > 0) return {static_cast<size_t>(rows), static_cast<size_t>(columns)};
  throw Error(Code::shape, str("plot: ", what, " of ", x.type(), " is empty"));
}

}  // namespace

Chart chart_of(const Value& value) {
  NamedSizes sizes;
  check_fields(plot_chart_struct, value, sizes);
  auto fields = record_from<ChartFields>(value);
  Chart out{fields.title, fields.x, fields.y, {}, {}};
  for (const Value& s : fields.series.items()) {
    out.series.push_back({s.field("name")->string(), numbers_of(*s.field("x")),
                          numbers_of(*s.field("y")), form_of(s.field("form")->string())});
    const Series& made = out.series.back();
    if (made.x.size() == made.y.size() + (made.is_bars() ? 1 : 0)) continue;
    throw Error(Code::shape,
                str("plot: a series has ", made.x.size(), " positions and ", made.y.size(),
                    made.is_bars() ? " bars, expected one more position than bars"
                                   : " points, expected equal numbers"));
  }
  out.names = fields.names;
  out.row_names = fields.row_names;
  out.has_log_x = fields.x_scale == "log";
  out.has_log_y = fields.y_scale == "log";
  for (const Value& label : fields.labels.items()) {
    out.labels.push_back({label.field("x")->as_array().number(),
                          label.field("y")->as_array().number(), label.field("text")->string()});
  }
  if (!fields.pixels.is_nil()) {
    Array all = fields.pixels.as_array();
    std::tie(out.pixels.rows, out.pixels.columns) = sides_of(all, "an image");
    auto bytes = all.as<uint8_t>();
    out.pixels.rgb.assign(bytes.begin(), bytes.end());
  }
  if (fields.heat.is_nil()) return out;
  Array cells = fields.heat.field("values")->as_array();
  std::tie(out.heat.rows, out.heat.columns) = sides_of(cells, "a heat map");
  auto fits = [](const auto& names, size_t count) {
    return names.empty() || names.size() == count;
  };
  if (!fits(out.names, out.heat.columns) || !fits(out.row_names, out.heat.rows)) {
    throw Error(Code::shape, str("plot: a heat map of ", cells.type(), " has ", out.names.size(),
                                 " column labels and ", out.row_names.size(), " row labels"));
  }
  out.heat.values = numbers_of(*fields.heat.field("values"));
  const Value& numbers = *fields.heat.field("annotate");
  out.heat.numbers =
      numbers.is_array() ? numbers.array().number() != 0 : std::get<bool>(numbers.any());
  out.heat.colors = fields.heat.field("colormap")->string();
  return out;
}

ChartPage page_of(const Value& value) {
  const Struct* record = struct_of(value);
  if (record != &plot_page_struct) return {{chart_of(value)}, 1};
  NamedSizes sizes;
  check_fields(plot_page_struct, value, sizes);
  auto fields = record_from<PageFields>(value);
  if (fields.charts.empty() || fields.charts.size() > 400 || fields.columns < 1) {
    throw Error(Code::value,
                str("plot: a page has ", fields.charts.size(), " charts in ", fields.columns,
                    " columns, expected 1 to 400 charts and at least 1 column"));
  }
  ChartPage out;
  for (const Value& chart : fields.charts) out.charts.push_back(chart_of(chart));
  out.columns = std::min(out.charts.size(), static_cast<size_t>(fields.columns));
  return out;
}

namespace {

// The default is two columns, or a nearly square grid if all charts are images.
int64_t usual_columns(const Values& charts) {
  auto is_picture = [](const Value& chart) { return chart_of(chart).pixels.rows > 0; };
  if (!std::ranges::all_of(charts, is_picture)) return 2;
  return static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(charts.size()))));
}

Value page(State& state, const Value& charts, std::optional<int64_t> columns) {
  if (!columns) columns = std::max<int64_t>(1, usual_columns(charts.items()));
  Value out = make_instance(state, PageFields{charts.items(), *columns});
  page_of(out);
  return out;
}

// Combines the series of all charts. The title and each label come from the first chart that has
// one. An axis is logarithmic if it is in one of them.
Value overlay(State& state, const Value& charts) {
  Chart out;
  auto label = [](std::string& to, const std::string& from) {
    if (to.empty()) to = from;
  };
  for (size_t i = 0; i < charts.items().size(); ++i) {
    Chart chart = chart_of(charts.items()[i]);
    bool has_curves = chart.heat.rows == 0 && chart.pixels.rows == 0 && chart.names.empty();
    if (!has_curves) {
      throw Error(
          Code::value,
          str("plot.overlay: chart ", i,
              " is a heat map, an image, or a bar chart with names, which cannot be overlaid"))
          .label(0);
    }
    label(out.title, chart.title);
    label(out.x, chart.x);
    label(out.y, chart.y);
    for (Series& series : chart.series) out.series.push_back(std::move(series));
    for (ChartLabel& of : chart.labels) out.labels.push_back(std::move(of));
    out.has_log_x |= chart.has_log_x;
    out.has_log_y |= chart.has_log_y;
  }
  return to_value(state, out);
}

void widen(double& low, double& high) {
  if (low > high) low = 0, high = 1;
  if (low == high) {
    double pad = low == 0 ? 1 : std::abs(low) * 0.1;
    constexpr double most = std::numeric_limits<double>::max();
    low = std::max(low - pad, -most);
    high = std::min(high + pad, most);
  }
}

}  // namespace

DataBounds window_of(const Chart& chart) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  DataBounds out{inf, -inf, inf, -inf};
  for (const Series& s : chart.series) {
    for (double x : s.x) {
      if (std::isfinite(x)) out.x0 = std::min(out.x0, x), out.x1 = std::max(out.x1, x);
    }
    for (double y : s.y) {
      if (std::isfinite(y)) out.y0 = std::min(out.y0, y), out.y1 = std::max(out.y1, y);
    }
    if (s.is_bars() && out.y0 <= out.y1)
      out.y0 = std::min(out.y0, 0.0), out.y1 = std::max(out.y1, 0.0);
  }
  widen(out.x0, out.x1);
  widen(out.y0, out.y1);
  return out;
}

std::vector<double> ticks(double low, double high, int count) {
  double rough = high / std::max(1, count) - low / std::max(1, count);
  double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = power * 10;
  for (double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) {
      step = factor * power;
      break;
    }
  }
  std::vector<double> out;
  // The index is an int, since adding a step to a large number may not change it.
  double first = std::ceil(low / step - 1e-9);
  for (int i = 0; i <= count + 1; ++i) {
    double at = (first + i) * step;
    if (!(at <= high + step * 1e-9)) break;
    if (out.empty() || at > out.back()) out.push_back(at == 0 ? 0 : at);
  }
  return out;
}

std::string tick_text(double value, double step) {
  if (value != 0 && (std::abs(value) >= 1e6 || std::abs(value) < 1e-4)) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
  }
  int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 8);
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

// Okabe and Ito, Color Universal Design, 2008.
Color series_color(size_t at) {
  constexpr std::array<Color, 7> colors{{{0, 114, 178},
                                         {213, 94, 0},
                                         {0, 158, 115},
                                         {204, 121, 167},
                                         {230, 159, 0},
                                         {86, 180, 233},
                                         {90, 90, 90}}};
  return colors[at % colors.size()];
}

Color series_color(const Chart& chart, size_t at) {
  auto end = chart.series.begin() + static_cast<std::ptrdiff_t>(at);
  auto bands = std::count_if(chart.series.begin(), end, std::mem_fn(&Series::is_band));
  return series_color(at - static_cast<size_t>(bands));
}

namespace {

// Five stops of matplotlib's viridis (CC0), linear between them.
constexpr std::array<Color, 5> viridis{
    {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
constexpr std::array<Color, 5> blues{
    {{255, 255, 255}, {205, 222, 240}, {130, 178, 220}, {50, 115, 180}, {8, 48, 107}}};
constexpr std::array<Color, 5> gray{
    {{255, 255, 255}, {191, 191, 191}, {128, 128, 128}, {64, 64, 64}, {0, 0, 0}}};

}  // namespace

double share_between(double v, double low, double high) {
  return (v / 2 - low / 2) / (high / 2 - low / 2);  // the difference of halves does not overflow
}

std::vector<double> shares_of(const Heatmap& heat) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (double v : heat.values) {
    if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  }
  std::vector<double> out;
  for (double v : heat.values) {
    double share = high > low ? std::clamp(share_between(v, low, high), 0.0, 1.0) : 0;
    out.push_back(std::isfinite(v) ? share : std::numeric_limits<double>::quiet_NaN());
  }
  return out;
}

Color scale_color(std::string_view colors, double share) {
  const auto& stops = colors == "blues" ? blues : colors == "gray" ? gray : viridis;
  if (!std::isfinite(share)) return {200, 200, 200};
  double place = std::clamp(share, 0.0, 1.0) * 4;
  auto at = std::min<size_t>(3, static_cast<size_t>(place));
  double rest = place - static_cast<double>(at);
  auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * rest)); };
  const Color &a = stops[at], &b = stops[at + 1];
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

extern const Builtin plot_overlay_builtin = {
    .signature = "plot.overlay(charts: (plot.Chart, ...)) -> plot.Chart",
    .brief = "Combines charts of curves and points in one chart, such as data and a fit.",
    .params =
        {{"charts",
          "Charts to combine. The title and each label come from the first chart that has one."}},
    .errors = "error[value] if a chart is a heat map, an image, or a bar chart with names",
    .example =
        "let c = plot.overlay((plot.scatter([0, 1], [1, 2]), plot.line([0, 1], (fit = [1, 2]))))\n"
        "(s.form for s in c.series)  #> (\"points\", \"line\")",
    .source = "ours",
    .call = bind<&overlay>,
};

extern const Builtin plot_page_builtin = {
    .signature = "plot.page(charts: (plot.Chart, ...), columns: int = nil) -> plot.Page",
    .brief = "Arranges several charts on one page.",
    .params = {{"charts", "1 to 400 charts, in row-major order."},
               {"columns",
                "Number of columns, > 0. If nil, the page has 2 columns, or a nearly square grid "
                "if all charts are images."}},
    .errors =
        "error[value] if `charts` is empty or has more than 400 charts, or `columns` is below 1",
    .example =
        "plot.page((plot.line([0.0, 1.0]), plot.heatmap([[1, 2]]))) |> plot.save(\"page.png\"); "
        "io.exists(\"page.png\")  #> true",
    .source = "matplotlib.pyplot.subplots",
    .call = bind<&page>,
};

}  // namespace rille
