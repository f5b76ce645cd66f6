// Layer: calls of layers by layers.
#include "stdlib/nn/layers.h"

#include <algorithm>

#include "vm/call.h"
#include "vm/state.h"

namespace rille {
namespace {

// The `call` of a script's struct, or the function.
Array call_script(State& state, const Value& layer, const Array& x) {
  if (layer.is_function()) return rille::call(layer.function(), {Value::from_array(x)}).as_array();
  const Layout* layout = layer.is_branch() ? layer.branch().layout : nullptr;
  bool is_instance = layout != nullptr && layout->type != nullptr;
  Function f = is_instance ? state.method(*layout->type, "call") : Function();
  if (f.is_none()) {
    throw Error(Code::type, str("a layer must be callable, got a ", kind_text(layer)));
  }
  return rille::call(f, {layer, Value::from_array(x)}).as_array();
}

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
  const Struct* record = struct_of(value_);
  int method = record == nullptr ? -1 : find_method(*record, "call");
  if (method < 0) return call_script(state, value_, x);
  Values out = call_method(state, *record, static_cast<size_t>(method), {value_, Value(x)});
  return out[0].as_array();
}

void need_size(int64_t size, std::string_view layer) {
  if (size < 1) throw Error(Code::value, str(layer, " needs sizes above 0, got ", size));
}

}  // namespace rille
