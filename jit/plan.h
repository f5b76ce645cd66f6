// Plan: nests, memory and the order of both.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "jit/ir.h"
#include "jit/nest.h"
#include "jit/regions.h"
#include "jit/schedule.h"
#include "jit/target.h"

namespace rille {

// Where a value of a plan stands.
struct Slot {
  enum class Home : uint8_t {
    param,     // a caller's array
    result,    // a caller's array, to be written
    arena,     // `offset` bytes from the start of the plan's arena
    tape,      // rows that grow, made for each run
    nothing,   // a token, or a value nobody reads
    constants  // in the kernel of a loop: `offset` bytes from the start of its numbers
  };
  Type type;
  Home home = Home::nothing;
  int number = 0;     // of a param or result
  size_t offset = 0;  // bytes
  size_t bytes = 0;
  Var value = {};  // of the graph; none: memory that a step needs beside its values
};

struct Plan;

// One step of a plan. Buffers are slots.
struct PlanStep {
  enum class Kind : uint8_t {
    nest,        // Plan::nests[nest] over `buffers`
    structured,  // node `node` by the device's own code: `in` -> `out`
    copy,        // in[0] -> out[0], byte for byte
    region       // a node with regions: `parts` in the node's order
  };
  Kind kind = Kind::nest;
  int nest = -1;
  int node = -1;
  int first_check = 0;  // of a nest: its checks are the plan's from this one on
  std::vector<int> buffers = {};
  std::vector<int> in = {}, out = {};
  std::vector<std::shared_ptr<const Plan>> parts = {};
  size_t scratch = 0;  // arena bytes for the parts, from this offset of the arena on
  Vars roots = {};     // values that it makes, also those that stand in no slot
};

// What a check shows in its message: the value at the element that failed, of which the first
// `axes` axes count. One word, which the nest hands over, or `whole`, copied from the slots that
// the check's step names as `in`.
struct PlanShown {
  Type type;
  int axes = 0;
  bool whole = false;
};
constexpr size_t max_check_words = 8;

// A check of the graph, by the number that its nest gives at run time.
struct PlanCheck {
  std::string message;
  std::string code;
  Origin origin;
  std::vector<PlanShown> values;
};

// Why a unit runs in the kernel of another, or in one of its own (jit/plan/group.h).
struct PlanChoice {
  Var unit, other;  // of each the first value that it makes
  bool joins = false;
  int64_t iterations = 0;     // that both then share
  std::string_view why = "";  // it stays apart
};

// What runs a graph: steps in order over slots. Its params come first among the slots.
struct Plan {
  Graph graph;  // what the steps' `node` and the origins refer to
  std::vector<Slot> slots;
  std::vector<int> params, results;  // slots
  std::vector<ScheduledNest> nests;  // no two of one structure
  std::vector<PlanStep> steps;
  std::vector<PlanCheck> checks;
  std::vector<PlanChoice> choices;
  size_t arena_bytes = 0;
  // Per result: the param whose memory it may take over when the caller donates all; -1: none.
  std::vector<int> donor;
};

// The same where the caller donates those params alone for which `may` holds.
std::vector<int> donors_of(const Plan& plan, const std::vector<bool>& may);
// Whether the body of a loop writes carry number i where it has read it.
bool stays_in_place(const Plan& body, const LoopShape& shape, size_t i);
// Per result: the first step that writes it; -1: none does.
std::vector<int> first_writes(const Plan& plan);

// First and last step that touches a slot; -1: none does.
struct Life {
  int first = -1, last = -1;
};
std::vector<Life> lives_of(const Plan& plan);

// Slots of callers, and those that a step touches: the others are locals of some nest.
std::vector<bool> used_slots(const Plan& plan);

// Fuses, schedules and places. The graph is optimized and its extents are numbers: error[device]
// otherwise.
Plan make_plan(const Graph& graph, const Target& target);

// Steps, slots and nests. `place` says where an origin of a step is in a script: "net.rille:12".
using PlaceText = std::function<std::string(const Origin&)>;
std::string plan_text(const Plan& plan, const PlaceText& place = {});

}  // namespace rille
