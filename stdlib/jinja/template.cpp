// render_template: parses and renders a template.
#include "stdlib/jinja/template.h"

#include "stdlib/jinja/run.h"
#include "vm/error.h"

namespace rille {
namespace {

std::string with_line_feeds(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    bool is_return = text[i] == '\r';
    out += is_return ? '\n' : text[i];
    if (is_return && i + 1 < text.size() && text[i + 1] == '\n') ++i;
  }
  return out;
}

}  // namespace

std::string render_template(std::string_view source, JinjaNames names) {
  JinjaBody body = parse_template(with_line_feeds(source));
  JinjaRenderer run(std::move(names));
  try {
    return run.run(body);
  } catch (Error& error) {
    throw std::move(error.note(str("in line ", run.line(), " of the template")));
  }
}

}  // namespace rille
