// Worked: a graph as text and what becomes of it, as text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jit/plan.h"

namespace rille {

// A file tests/unit/jit/worked/NAME.txt. Its first lines say in words what is promised, and how
// many steps the plan has; behind them stand the graph and what is expected of it, part by part:
//
//   # A softmax of rows is one kernel.
//   # steps: 1
//   graph(%0: f32[64, 100]) { … }
//   -- schedule avx2
//   …
//
// RILLE_BLESS=1 writes the parts anew; the words, the number and the graph are ours.
struct Worked {
  std::string name;
  std::string head;   // the words
  std::string graph;  // as it stands in the file
  int steps = 0;
  std::vector<std::pair<std::string, std::string>> parts;  // "schedule avx2" and its lines

  Plan plan(const std::string& isa) const;  // of the optimized graph
};

std::vector<std::string> worked_names();
Worked worked(const std::string& name);

// What a part says now; it becomes what is expected where RILLE_BLESS is set.
void expect_part(const Worked& it, const std::string& part, const std::string& now);

// The parts whose title begins with the word, with what follows it: "avx2" of "schedule avx2".
std::vector<std::string> parts_of(const Worked& it, const std::string& word);

}  // namespace rille
