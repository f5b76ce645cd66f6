// Examples in documents: code between ```rille and ```.
#pragma once

#include <string>
#include <vector>

#include "repl/test_script.h"

namespace rille {

// Returns the examples of a document. The examples of a script are in its `##` comments; each one
// runs after the text of the script and can use its names. In a Markdown page (a path that ends in
// .md), each example is a script of its own.
std::vector<TestText> examples_in(const std::string& path, const std::string& text);

}  // namespace rille
