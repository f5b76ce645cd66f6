// Worked: the texts of a graph and its compiled forms.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jit/plan.h"

namespace rille {

// A file tests/unit/jit/worked/NAME.txt. Its first lines describe the expectation in words and give
// the number of steps of the plan. The graph follows, then the expected text of each part:
//
//   # A softmax of rows is one kernel.
//   # steps: 1
//   graph(%0: f32[64, 100]) { … }
//   -- schedule avx2
//   …
//
// RILLE_BLESS=1 rewrites the parts; the words, the number, and the graph are written by hand.
struct Worked {
  std::string name;
  std::string head;   // the words
  std::string graph;  // as in the file
  int steps = 0;
  std::vector<std::pair<std::string, std::string>> parts;  // "schedule avx2" and its lines

  Plan plan(const std::string& isa) const;  // of the optimized graph
};

std::vector<std::string> worked_names();
Worked worked(const std::string& name);

// Compares the current text of a part with the expected one; RILLE_BLESS replaces the expected one.
void expect_part(const Worked& it, const std::string& part, const std::string& now);

// The parts whose title starts with the word; the result is the rest of the title: "avx2" of
// "schedule avx2".
std::vector<std::string> parts_of(const Worked& it, const std::string& word);

}  // namespace rille
