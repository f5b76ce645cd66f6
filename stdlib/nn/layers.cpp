// Layer: calls of layers by layers.
#include "stdlib/nn/layers.h"

#include <algorithm>

#include "vm/calling.h"
#include "vm/state.h"

namespace rille {
namespace {

// Of layers within layers the innermost are named.
void note_layer(Error& error, const std::string& text) {
  constexpr std::ptrdiff_t most = 3;
  constexpr std::string_view head = "in the layer `";
  auto is_layer = [&](const Error::Note& note) { return note.text.starts_with(head); };
  std::ptrdiff_t known = std::ranges::count_if(error.notes(), is_layer);
  if (known < most) error.note(str(head, text));
}

}  // namespace

Array Layer::call(State& state, const Array& x, std::string_view of, std::string_view field,
                  int at) const {
  try {
    return run(state, x);
  } catch (Error& error) {
    std::string index = at < 0 ? "" : str("[", at, "]");
    if (error.code() != Code::interrupt) note_layer(error, str(field, index, "` of ", of));
    throw;
  }
}

Array Layer::run(State& state, const Array& x) const {
  if (!is_callable(state, value_)) {
    throw Error(Code::type, str("a layer must be callable, got ", kind_text(value_)));
  }
  return call_value(state, value_, Value::from_array(x)).as_array();
}

void need_size(int64_t size, std::string_view layer, std::string_view parameter) {
  if (size > 0) return;
  throw labelled(Error(Code::value, str(layer, " needs sizes above 0, got ", size)), parameter);
}

}  // namespace rille
