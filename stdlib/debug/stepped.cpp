// Calls that run node by node; source locations of nodes.
#include "stdlib/debug/stepped.h"

#include <algorithm>

#include "stdlib/transform.h"
#include "stdlib/transform/tangents.h"
#include "vm/call.h"

namespace rille {

Values call_stepped(const Function& f, const Values& args, std::string_view name, Observer& who) {
  if (Trace::innermost() != nullptr) return call_all(f, args);
  State& state = f.state();
  CallTree parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = name});
  ObserverScope observing(state, who, {Topic::operation, Topic::run});
  std::vector<Array> results =
      run_stepped(state, name, entry->graph, entry->source, inputs_of(entry->traced, parts));
  return outputs_of(entry->traced, results, parts);
}

StepLocation place_of(const State& state, const Origin& origin) {
  StepLocation out;
  std::string text = origin.text();
  if (size_t at = text.find(" < "); at != std::string::npos) out.through = text.substr(at + 3);
  Span span = origin.span();
  if (span.empty()) return out;
  const Source& source = state.sources()[static_cast<size_t>(span.file)];
  Line line = line_at(source, span.begin);
  out.place = str(source.name, ":", line.number, ":", line.column);
  size_t begin = std::min(line.text.find_first_not_of(' '), line.text.size());
  out.code = line.text.substr(begin);
  return out;
}

}  // namespace rille
