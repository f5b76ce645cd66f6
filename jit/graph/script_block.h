// ScriptBlock: a graph as the statements of a block.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jit/graph/script_row.h"
#include "jit/regions.h"
#include "jit/script.h"

namespace rille {

constexpr size_t script_width = 88;

// State shared by the functions of one script: their texts, and whether the script runs.
class ScriptProgram {
 public:
  bool tells_layers = false;
  // Returns the name of a function for a region. Equal bodies share one function.
  std::string helper(const Graph& region, std::string_view word);
  // The same, for a text with the names of its calls; `~` in it is replaced by its own name.
  std::string helper_text(const std::string& text, std::string_view word);
  std::string take(std::string_view word);  // this name, or the name with a number appended
  // The text preceded by the functions that it calls, directly or indirectly.
  std::string with_helpers(std::string text) const;

 private:
  std::map<std::string, std::string> names_ = {};  // by the text
  std::vector<std::pair<std::string, std::string>> helpers_ = {};
  std::set<std::string> taken_ = {};
  std::map<std::string, int> next_ = {};  // per taken word: the smallest number that may be free
};

// Whether all attributes of a node are expressed by the syntax that is written for it, if its op
// has no row.
bool tells_structure(const Node& node);

// The names of one function.
class ScriptScope {
 public:
  explicit ScriptScope(ScriptProgram& program) : program(program) {}

  std::string fresh();                       // a, b, … z, aa, …
  std::string own(const std::string& name);  // this name, if it is free

  ScriptProgram& program;

 private:
  std::set<std::string> used_ = {};
  std::map<std::string, int> next_own_ = {};  // per taken name: the smallest number to try
  size_t next_ = 0;
};

// The params, nodes, and values that are needed if only some results are read.
struct ScriptNeeds {
  ScriptNeeds(const Graph& graph, const std::vector<bool>& results);
  std::vector<bool> values, nodes;
  std::vector<bool> params(const Graph& graph) const;
};

// A loop being written: the results that are read, the carry that is needed, and its variables.
// `counter` is the carry that counts the iterations, in the variable `count`.
struct ScriptLoop {
  const Node& node;
  LoopShape shape;
  std::vector<bool> read = {}, needed = {};
  std::vector<TermRef> params = {}, places = {};
  int counter = -1;
  std::string count = "_";
};

class ScriptBlock {
 public:
  // `params` are terms whose names belong to an outer block. `wanted` flags the results that are
  // read. `places` are those params that are variables which an update may change.
  ScriptBlock(ScriptScope& scope, const Graph& graph, std::vector<TermRef> params,
              std::vector<bool> wanted, size_t depth, const std::vector<TermRef>& places = {});

  // The value of the block, a single one or a tuple, as one line; empty if no result is wanted.
  std::string result();
  // Each of the wanted results.
  std::vector<std::string> results();
  const std::vector<std::string>& lines() const { return lines_; }
  void line(std::string text) { lines_.push_back(margin() + std::move(text)); }
  std::string margin() const { return std::string(2 * depth_, ' '); }
  size_t width() const { return script_width - 2 * depth_; }

 private:
  using TermReads = std::vector<TermRef>;

  // --- number of reads
  void count();
  Vars reads_of(const Node& node) const;
  std::optional<Var> alias(const Node& node) const;  // the operand that the node returns unchanged
  Var before_reshapes(Var v) const;
  Var spread_source(const Node& node) const;
  bool is_spread(const Node& node) const;  // a broadcast
  static bool is_branch(const Node& node);
  void use(Var v, int times, bool needs_name);
  size_t at(Var v) const { return static_cast<size_t>(v.id); }
  int uses(Var v) const { return uses_[at(v)]; }

  // --- layers of a model
  bool is_read_elsewhere(Var v, const ModulePath& layer) const;
  void tell_layer(const ModulePath& layer);
  void tell_results();

  // --- nodes
  void step(const Node& node);
  void passed_on(const Node& node);
  void expression(const Node& node);
  void statement(const Node& node);  // print, check
  bool spaced(const Node& node);
  bool spaced_conv(const Node& node);
  void update(const Node& node, const Idiom& idiom);
  TermRef term(Var v) const { return terms_[at(v)]; }
  TermReads terms(const Vars& vars) const;
  std::optional<ScriptExpr> write(const Node& node, const TermReads& in);
  std::optional<ScriptExpr> call(const Node& node, const TermReads& in);
  std::optional<ScriptExpr> custom_jvp(const Node& node, const TermReads& in);
  std::optional<ScriptExpr> custom_vjp(const Node& node, const TermReads& in);
  ScriptExpr general(const Node& node, const TermReads& in);
  void define(Var v, std::string name);
  void give(const Node& node, const ScriptExpr& piece);
  void give(const Node& node, Var v, const ScriptExpr& piece);
  std::string pattern(const Vars& out);  // "(a, _, b)"; its names are defined

  // Gives names to inlined expressions, the longest first, until `text` fits the line.
  std::string fitting(const TermReads& in, const std::function<std::string()>& text);
  void name(Term& term);
  static void inside_of(const TermReads& in, std::vector<Term*>& out);
  std::string filled(const std::string& format, const TermReads& values, size_t first);

  // --- regions
  void branch(const Node& node);
  void repeat(const Node& node);  // while_loop
  void turns(const Node& node);   // scan
  bool is_written_loop(const Node& node) const;
  void carry(ScriptLoop& loop);
  void carried(const ScriptLoop& loop);
  int counter_of(const ScriptLoop& loop) const;
  std::string gone_through(const ScriptLoop& loop, const std::vector<std::string>& rows,
                           const TermReads& gone) const;
  void no_turns(const ScriptLoop& loop);
  void hold_keys(ScriptLoop& loop);
  void turn(ScriptLoop& loop, const Graph& body, const std::vector<bool>& results);
  void stacked(const ScriptLoop& loop, const Vars& out, const std::vector<std::string>& names);
  void assign(const ScriptLoop& loop, const std::vector<std::string>& values);

  ScriptScope& scope_;
  const Graph& graph_;
  DefiningNodes makers_;
  std::vector<bool> wanted_;
  size_t depth_;
  std::vector<TermRef> terms_;
  std::vector<int> uses_;
  std::vector<bool> needs_name_;
  std::unordered_map<const Node*, Idiom> idioms_ = {};
  std::set<const Node*> implied_ = {};
  std::set<const Term*> places_ = {};
  std::vector<std::string> lines_ = {};
  std::vector<ModulePath> layers_ = {};  // per value, if layers are printed
  ModulePath told_layer_ = {};
};

// "fn f(a, b) { … }", or with `=` if that fits the line.
std::string function_text(std::string_view name, const std::vector<std::string>& params,
                          ScriptBlock& body);

}  // namespace rille
