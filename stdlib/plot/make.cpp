// plot.line, band, scatter, bar, image, heat, hist.
#include <algorithm>
#include <array>
#include <cmath>

#include "stdlib/array.h"
#include "stdlib/plot/chart.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

std::vector<double> row_of(const Value& value, std::string_view what) {
  if (!value.is_leaf() || value.as_array().is_traced() || value.as_array().rank() > 1) {
    Error error(Code::type,
                str("plot: ", what, " is ", kind_text(value), ", expected an array with one axis"));
    throw labelled(std::move(error), what == "x" || what == "y" ? what : "values");
  }
  return doubles(value.as_array());
}

std::vector<double> places(size_t count) {
  std::vector<double> out(count);
  for (size_t i = 0; i < count; ++i) out[i] = static_cast<double>(i);
  return out;
}

void add_curve(Chart& chart, const Value& xs, const Value& ys, std::string name, SeriesKind form) {
  Series s{std::move(name), {}, row_of(ys, "y"), form};
  s.x = xs.is_nil() ? places(s.y.size()) : row_of(xs, "x");
  if (s.x.size() != s.y.size()) {
    Error error(Code::shape, str("plot: x has ", s.x.size(), " points, but ",
                                 s.name.empty() ? "y" : s.name, " has ", s.y.size()));
    throw labelled(labelled(std::move(error), "x"), "y");
  }
  chart.series.push_back(std::move(s));
}

// Implements f(ys), f(xs, ys), and f(xs, (a = ys, b = zs)).
// NOLINTNEXTLINE(readability-function-size): the parameters of the builtins
Value series_chart(State& state, Value xs, Value ys, std::array<std::string, 3> words,
                   SeriesKind form) {
  if (ys.is_nil()) std::swap(xs, ys);
  Chart chart{words[0], words[1], words[2], {}, {}};
  if (ys.is_branch()) {
    const Branch& curves = ys.branch();
    for (size_t i = 0; i < curves.items.size(); ++i) {
      add_curve(chart, xs, curves.items[i],
                curves.keys != nullptr     ? text(value_of(curves.keys->list[i]))
                : curves.layout != nullptr ? curves.layout->names[i]
                                           : str(i),
                form);
    }
  } else {
    add_curve(chart, xs, ys, "", form);
  }
  return to_value(state, chart);
}

Value line(State& state, Value xs, Value ys, std::string title, std::string x, std::string y) {
  return series_chart(state, std::move(xs), std::move(ys), {title, x, y}, SeriesKind::line);
}

// Draws a curve in front of the area between two others.
// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value band(State& state, Value xs, Value ys, Value low, Value high, std::string name,
           std::string title, std::string x, std::string y) {
  Chart chart{std::move(title), std::move(x), std::move(y), {}, {}};
  add_curve(chart, xs, low, "", SeriesKind::band);
  add_curve(chart, xs, high, "", SeriesKind::line);
  Series upper = std::move(chart.series.back());
  chart.series.pop_back();
  Series& bounds = chart.series[0];
  if (upper.y.size() != bounds.y.size()) {
    Error error(Code::shape, str("plot.band: `low` has ", bounds.y.size(),
                                 " points, but `high` has ", upper.y.size()));
    throw labelled(labelled(std::move(error), "low"), "high");
  }
  bounds.x.insert(bounds.x.end(), upper.x.rbegin(), upper.x.rend());
  bounds.y.insert(bounds.y.end(), upper.y.rbegin(), upper.y.rend());
  add_curve(chart, xs, ys, std::move(name), SeriesKind::line);
  return to_value(state, chart);
}

Value scatter(State& state, Value xs, Value ys, std::string title, std::string x, std::string y) {
  return series_chart(state, std::move(xs), std::move(ys), {title, x, y}, SeriesKind::points);
}

// Bars with indices, with names, or from a record.
Value bar(State& state, Value heights, Value below, std::string title, std::string y) {
  std::vector<std::string> names;
  for (const Value& name : below.items()) names.push_back(name.string());
  Chart chart{std::move(title), "", std::move(y), {}, {}};
  Series s{"", {}, {}, SeriesKind::bars};
  if (heights.is_branch() && !heights.is_tuple()) {
    const Branch& all = heights.branch();
    for (size_t i = 0; i < all.items.size(); ++i) {
      names.push_back(all.keys != nullptr ? text(value_of(all.keys->list[i]))
                                          : all.layout->names[i]);
      if (!all.items[i].is_leaf() || all.items[i].as_array().rank() > 0) {
        Error error(Code::type, str("plot.bar: `", names.back(), "` is ", kind_text(all.items[i]),
                                    ", expected a number"));
        throw labelled(std::move(error), "heights");
      }
      s.y.push_back(row_of(all.items[i], "y").at(0));
    }
  } else {
    s.y = row_of(heights, "y");
  }
  if (!names.empty() && names.size() != s.y.size()) {
    Error error(Code::shape, str("plot.bar: got ", s.y.size(), " heights and ", names.size(),
                                 " names, expected equal numbers"));
    throw labelled(labelled(std::move(error), "heights"), "names");
  }
  s.x = places(s.y.size() + 1);
  chart.names = std::move(names);
  chart.series.push_back(std::move(s));
  return to_value(state, chart);
}

// Converts gray, RGB, or RGBA pixels to RGB. Alpha is blended over white.
Value image(State& state, const Array& pixels, std::string title) {
  int64_t height = pixels.type().extent(0).number(), width = pixels.type().extent(1).number();
  int64_t depth = pixels.rank() > 2 ? pixels.type().extent(2).number() : 1;
  bool is_good = height > 0 && width > 0 && (depth == 1 || depth == 3 || depth == 4) &&
                 pixels.rank() <= 3 && pixels.size() <= (size_t{1} << 28);
  if (!is_good) {
    Error error(
        Code::shape,
        str("plot.image: `pixels` is ", pixels.type(),
            ", expected [height, width] or [height, width, channels] with 1, 3, or 4 channels"));
    throw labelled(std::move(error), "pixels");
  }
  bool is_byte = pixels.dtype() == Dtype::u8;
  std::vector<double> from = doubles(pixels);
  Chart chart{std::move(title), "", "", {}, {}};
  chart.pixels.rows = static_cast<size_t>(height);
  chart.pixels.columns = static_cast<size_t>(width);
  auto share = [&](size_t at) {
    double v = is_byte ? from[at] / 255 : from[at];
    return std::isfinite(v) ? std::clamp(v, 0.0, 1.0) : 0.0;
  };
  auto count = static_cast<size_t>(height * width), each = static_cast<size_t>(depth);
  for (size_t i = 0; i < count; ++i) {
    double alpha = depth == 4 ? share(i * each + 3) : 1;
    for (size_t c = 0; c < 3; ++c) {
      double v = share(i * each + (depth == 1 ? 0 : c)) * alpha + 1 - alpha;
      chart.pixels.rgb.push_back(static_cast<unsigned char>(std::lround(v * 255)));
    }
  }
  return to_value(state, chart);
}

std::vector<std::string> labels_of(const Value& names, size_t count, std::string_view parameter) {
  std::vector<std::string> out;
  for (const Value& name : names.items()) out.push_back(name.string());
  if (out.empty() || out.size() == count) return out;
  Error error(Code::shape, str("plot.heatmap: `", parameter, "` has ", out.size(),
                               " labels, but `values` has ", count, " ", parameter));
  throw labelled(labelled(std::move(error), "values"), parameter);
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value heat(State& state, Array values, std::string title, std::string colors, bool numbers,
           Value rows, Value columns, std::string x, std::string y) {
  if (values.size() == 0) {
    Error error(Code::shape, str("plot.heatmap: `values` is ", values.type(),
                                 ", expected a nonempty array with two axes"));
    throw labelled(std::move(error), "values");
  }
  Chart chart{
      .title = std::move(title), .x = std::move(x), .y = std::move(y), .series = {}, .heat = {}};
  chart.heat.rows = static_cast<size_t>(values.type().extent(0).number());
  chart.heat.columns = static_cast<size_t>(values.type().extent(1).number());
  chart.names = labels_of(columns, chart.heat.columns, "columns");
  chart.row_names = labels_of(rows, chart.heat.rows, "rows");
  chart.heat.values = doubles(values);
  chart.heat.numbers = numbers;
  chart.heat.colors = std::move(colors);
  return to_value(state, chart);
}

Value hist(State& state, Value values, int64_t bins, std::string title) {
  std::vector<double> x = row_of(values, "hist");
  std::erase_if(x, [](double v) { return !std::isfinite(v); });
  if (bins < 1 || bins > 100'000 || x.empty()) {
    Error error(Code::value, str("plot.hist: got ", x.size(), " finite values and ", bins,
                                 " bins, expected at least 1 value and 1 to 100000 bins"));
    throw labelled(std::move(error), x.empty() ? "values" : "bins");
  }
  auto [low, high] = std::ranges::minmax(x);
  double step = high > low ? (high - low) / static_cast<double>(bins) : 1;
  Series s{.name = "", .x = {}, .y = std::vector<double>(static_cast<size_t>(bins), 0.0)};
  s.form = SeriesKind::bars;
  for (int64_t i = 0; i <= bins; ++i) s.x.push_back(low + step * static_cast<double>(i));
  for (double v : x) {
    auto bin = static_cast<int64_t>((v - low) / step);
    s.y[static_cast<size_t>(std::clamp<int64_t>(bin, 0, bins - 1))] += 1;
  }
  Chart chart{std::move(title), "", "count", {std::move(s)}, {}};
  return to_value(state, chart);
}

}  // namespace

extern const Builtin plot_line_builtin = {
    .signature =
        "plot.line(x: array or tuple or nil, y: array or record or dict = nil, title: str = \"\", "
        "xlabel: str = \"\", ylabel: str = \"\") -> plot.Chart",
    .brief = "Creates a line chart.",
    .params = {{"x",
                "Positions on the x axis. If nil, the positions are 0, 1, …. If `y` is nil, `x` "
                "has the values."},
               {"y",
                "One curve, or one for each field of a record or entry of a dict. Fields of a "
                "record literal keep their written order, entries of a dict the order of the dict, "
                "and fields of other records are sorted by name. `plot.overlay` combines curves "
                "with different `x`."},
               {"title", "Title above the chart."},
               {"xlabel", "Label of the x axis."},
               {"ylabel", "Label of the y axis."}},
    .errors = "error[shape] if x and y differ in length; error[type] if one is not an array",
    .example =
        "plot.line([0.0, 1.0, 4.0]) |> plot.save(\"line.svg\"); io.exists(\"line.svg\")  #> true",
    .source = "matplotlib.pyplot.plot",
    .call = bind<&line>,
    .form = CallForm::ordered_second,
};

extern const Builtin plot_band_builtin = {
    .signature =
        "plot.band(x: array or nil, y: array, low: array, high: array, name: str = \"\", title: "
        "str = \"\", xlabel: str = \"\", ylabel: str = \"\") -> plot.Chart",
    .brief = "Creates a line chart with a shaded band, such as a confidence interval.",
    .params = {{"x", "Positions on the x axis. If nil, the positions are 0, 1, …."},
               {"y", "The curve."},
               {"low", "Lower bound of the band."},
               {"high", "Upper bound of the band."},
               {"name", "Name of the curve in the legend."},
               {"title", "Title above the chart."},
               {"xlabel", "Label of the x axis."},
               {"ylabel", "Label of the y axis."}},
    .errors = "error[shape] if lengths differ; error[type] if one is not an array",
    .example =
        "let c = plot.band([0.0, 1.0], [1.0, 2.0], [0.5, 1.5], [1.5, 2.5])\n"
        "(s.form for s in c.series)  #> (\"band\", \"line\")",
    .source = "matplotlib.pyplot.fill_between and plot",
    .call = bind<&band>,
};

extern const Builtin plot_scatter_builtin = {
    .signature =
        "plot.scatter(x: array or tuple or nil, y: array or record or dict = nil, title: str = "
        "\"\", xlabel: str = \"\", ylabel: str = \"\") -> plot.Chart",
    .brief = "Creates a scatter chart.",
    .params = {{"x",
                "Positions on the x axis. If nil, the positions are 0, 1, …. If `y` is nil, `x` "
                "has the values."},
               {"y",
                "One set of points, or one for each field of a record or entry of a dict, each in "
                "a color of its own. `plot.overlay` combines points with different `x`."},
               {"title", "Title above the chart."},
               {"xlabel", "Label of the x axis."},
               {"ylabel", "Label of the y axis."}},
    .errors = "error[shape] if x and y differ in length; error[type] if one is not an array",
    .example =
        "plot.scatter([1.0, 2.0], [3.0, 1.0]) |> plot.save(\"dots.png\"); io.exists(\"dots.png\")  "
        "#> true",
    .source = "matplotlib.pyplot.scatter",
    .call = bind<&scatter>,
    .form = CallForm::ordered_second,
};

extern const Builtin plot_bar_builtin = {
    .signature =
        "plot.bar(heights: array or record or dict, names: (str, ...) = (), title: str = \"\", "
        "ylabel: str = \"\") -> plot.Chart",
    .brief = "Creates a bar chart.",
    .params =
        {{"heights",
          "Height of each bar. The field names of a record or the keys of a dict label the bars."},
         {"names", "Labels below the bars, one for each. If empty, the bars are numbered."},
         {"title", "Title above the chart."},
         {"ylabel", "Label of the y axis."}},
    .errors =
        "error[shape] if the numbers of heights and names differ; error[type] if a height is not a "
        "number",
    .example =
        "plot.bar((cats = 3, dogs = 5)) |> plot.save(\"bars.svg\"); io.exists(\"bars.svg\")  #> "
        "true",
    .source = "matplotlib.pyplot.bar",
    .call = bind<&bar>,
    .form = CallForm::ordered_first,
};

extern const Builtin plot_image_builtin = {
    .signature = "plot.image(pixels: real[height, width, ...], title: str = \"\") -> plot.Chart",
    .brief = "Creates a chart that shows an image.",
    .params = {{"pixels",
                "Image, [height, width] or [height, width, channels] with 1 (gray), 3 (RGB), or 4 "
                "(RGBA) channels. u8 ranges from 0 to 255, other dtypes from 0 to 1."},
               {"title", "Title above the image."}},
    .errors = "error[shape] if `pixels` is not such an image",
    .example =
        "plot.image([[0.0, 0.5], [0.5, 1.0]]) |> plot.save(\"image.png\"); "
        "io.exists(\"image.png\")  #> true",
    .source = "matplotlib.pyplot.imshow",
    .call = bind<&image>,
};

extern const Builtin plot_heatmap_builtin = {
    .signature =
        "plot.heatmap(values: real[rows, columns], title: str = \"\", colormap: \"viridis\" or "
        "\"blues\" or \"gray\" = \"viridis\", annotate: bool = false, rows: (str, ...) = (), "
        "columns: (str, ...) = (), xlabel: str = \"\", ylabel: str = \"\") -> plot.Chart",
    .brief = "Creates a heat map of a matrix, with a colored cell for each element.",
    .params = {{"values", "Value of each cell, with row 0 on top."},
               {"title", "Title above the chart."},
               {"colormap", "Colormap."},
               {"annotate", "If true, each value is written into its cell."},
               {"rows",
                "Labels of the rows, one for each. If empty, the rows are labeled with indices if "
                "`annotate` is true."},
               {"columns",
                "Labels of the columns, one for each. If empty, the columns are labeled with "
                "indices if `annotate` is true."},
               {"xlabel", "Label of the x axis."},
               {"ylabel", "Label of the y axis."}},
    .errors =
        "error[shape] if `values` does not have two axes, or the number of labels differs from the "
        "number of rows or columns",
    .example =
        "plot.heatmap([[1, 2], [3, 4]], annotate = true) |> plot.show()\n"
        "#>        0 1\n"
        "#>    0 │ 1 2\n"
        "#>    1 │ 3 4",
    .source = "matplotlib.pyplot.imshow",
    .call = bind<&heat>,
};

extern const Builtin plot_hist_builtin = {
    .signature = "plot.hist(values: real[n], bins: int = 30, title: str = \"\") -> plot.Chart",
    .brief = "Creates a histogram with bins of equal width.",
    .params = {{"values", "Values to count. Values that are not finite are ignored."},
               {"bins", "Number of bins, 1 to 100000."},
               {"title", "Title above the chart."}},
    .errors = "error[value] if no value is finite, or `bins` is not in 1 to 100000",
    .example =
        "plot.hist(rng.normal(rng.key(0), (1000,))) |> plot.save(\"hist.svg\"); "
        "io.exists(\"hist.svg\")  #> true",
    .source = "matplotlib.pyplot.hist",
    .call = bind<&hist>,
};

}  // namespace rille
