// io.show: displays a value like a prompt or a notebook.
#include "stdlib/io.h"
#include "stdlib/plot.h"
#include "vm/bind.h"
#include "vm/state.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

void show(State& state, Value value, const std::string& id) {
  const auto& place = state.part<DisplaySink>();
  if (place.show) return place.show(value, id);
  constexpr int rows = 12;
  if (is_chart(value)) return state.write(chart_for_terminal(value, rows));
  state.write(visible(text(value)) + "\n");
}

}  // namespace

extern const Builtin io_show_builtin = {
    .signature = "io.show(x: any, id: str = \"\") -> nil",
    .brief = "Displays a value as the prompt or a notebook displays a result.",
    .params = {{"x", "Value to display, such as a chart, an array, or a tree."},
               {"id",
                "Display id. In a notebook, the value replaces the output shown with the same id "
                "in the same cell, so that a chart is updated in place."}},
    .errors = "none",
    .example = "io.show((loss = 0.5, step = 3))  #> (loss = 0.5, step = 3)",
    .source = "IPython.display.display and its display_id",
    .call = bind<&show>,
    .purity = Purity::host,
};

}  // namespace rille
