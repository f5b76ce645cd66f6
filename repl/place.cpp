// Source locations of origins.
#include "repl/place.h"

#include "vm/text.h"

namespace rille {

std::string place_of(State& state, const Origin& origin) {
  auto sources = state.sources();
  Span span = origin.span();
  if (span.empty() || span.file >= std::ssize(sources)) return "";
  const Source& source = sources[static_cast<size_t>(span.file)];
  return str(source.name, ":", line_at(source, span.begin).number);
}

}  // namespace rille
