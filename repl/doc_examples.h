// Examples in documents: what stands between ```rille and ```.
#pragma once

#include <string>
#include <vector>

#include "repl/test_script.h"

namespace rille {

// Of a script those in its `##` comments: each is run behind the script's own text, whose names it
// sees. Of a Markdown page (a path that ends in .md) each is a script of its own.
std::vector<TestText> examples_in(const std::string& path, const std::string& text);

}  // namespace rille
