// io.show: a value as a prompt or a notebook shows it.
#include "stdlib/io.h"
#include "stdlib/plot.h"
#include "vm/bind.h"
#include "vm/state.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

void show(State& state, Value value, const std::string& id) {
  const auto& place = state.part<ShowPlace>();
  if (place.show) return place.show(value, id);
  constexpr int rows = 12;
  if (is_chart(value)) return state.write(chart_for_terminal(value, rows));
  state.write(visible(text(value)) + "\n");
}

}  // namespace

extern const Builtin io_show_builtin = {
    .signature = "io.show(x: any, id: str = \"\") -> nil",
    .brief = "Shows a value in the middle of a run, as a prompt or notebook shows the last one.",
    .params = {{"x", "a chart, an array, a tree, anything"},
               {"id",
                "in a notebook: what was shown under the same id in this cell gives way to it, "
                "so that a curve grows in its place"}},
    .errors = "none",
    .example = "io.show((loss = 0.5, step = 3))  #> (loss = 0.5, step = 3)",
    .source = "IPython.display.display and its display_id",
    .call = bind<&show>,
    .purity = Purity::host,
};

}  // namespace rille
