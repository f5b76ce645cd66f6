// Help: each function of a large module has its row.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "repl/interpreter.h"

namespace rille {
namespace {

// Number of times each name occurs in a module's rows, after the column of topics.
std::map<std::string, int> names_on(const std::string& screen) {
  constexpr size_t column = 14;
  std::map<std::string, int> out;
  std::istringstream lines(screen);
  for (std::string line; std::getline(lines, line);) {
    if (line.size() < column || line.starts_with("rille help")) continue;
    std::istringstream names(line.substr(column));
    for (std::string name; names >> name;) ++out[name];
  }
  return out;
}

TEST(Help, EachFunctionOfALargeModuleStandsInOneRow) {
  Interpreter interpreter{[](std::string_view) {}};
  for (const std::string module : {"nn", "optim", "data"}) {
    std::string screen = interpreter.help(module).value_or("");
    screen = screen.substr(screen.find("\n\n"));  // after the heading
    std::map<std::string, int> names = names_on(screen);
    for (const std::string& name : interpreter.members(module)) {
      EXPECT_EQ(names[name], 1) << module << "." << name;
      names.erase(name);
    }
    for (const auto& [name, count] : names) ADD_FAILURE() << module << " has no " << name;
  }
}

}  // namespace
}  // namespace rille
