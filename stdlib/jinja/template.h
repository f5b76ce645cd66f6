// Templates of Jinja, for other areas of stdlib.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "stdlib/jinja/value.h"

namespace rille {

using JinjaNames = std::map<std::string, JinjaValue, std::less<>>;

// The text that a template writes with these names at its top level, besides Jinja's own `range`,
// `dict` and `namespace`. trim_blocks, lstrip_blocks and loop controls are on. Any line break of
// the source is read as "\n". Raises error[value] if the source is not a template; error[limit] if
// a run exceeds JinjaLimits; errors of a run have a note with the line.
std::string render_template(std::string_view source, JinjaNames names);

}  // namespace rille
