// Jinja templates, for other modules of stdlib.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "stdlib/jinja/value.h"

namespace rille {

using JinjaNames = std::map<std::string, JinjaValue, std::less<>>;

// Renders a template with global names, in addition to Jinja's own `range`, `dict`, and
// `namespace`. trim_blocks, lstrip_blocks, and loop controls are enabled. Every line break of the
// source is read as "\n". Raises error[value] if the source is not a valid template, and
// error[limit] if rendering exceeds JinjaLimits. Errors of rendering have a note with the line.
std::string render_template(std::string_view source, JinjaNames names);

}  // namespace rille
