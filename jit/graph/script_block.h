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

// What the functions of one script share: those that are written, and whether all of it runs.
class ScriptProgram {
 public:
  bool tells_layers = false;
  // A function for a region, by its body: equal ones are one. Its name.
  std::string helper(const Graph& region, std::string_view word);
  // The same of a text that names what it calls; `~` in it stands for its own name.
  std::string helper_text(const std::string& text, std::string_view word);
  std::string take(std::string_view word);  // that name, or one with a number behind it
  // With the functions that the text calls, and those that these call.
  std::string with_helpers(std::string text) const;

 private:
  std::map<std::string, std::string> names_ = {};  // by the text
  std::vector<std::pair<std::string, std::string>> helpers_ = {};
  std::set<std::string> taken_ = {};
  std::map<std::string, int> next_ = {};  // of a taken word: the least number that may be free
};

// Whether a node that is written by other means than a row has the attributes alone that these
// tell.
bool tells_structure(const Node& node);

// The names of one function.
class ScriptScope {
 public:
  explicit ScriptScope(ScriptProgram& program) : program(program) {}

  std::string fresh();                       // a, b, … z, aa, …
  std::string own(const std::string& name);  // that name, if it is free

  ScriptProgram& program;

 private:
  std::set<std::string> used_ = {};
  std::map<std::string, int> next_own_ = {};  // of a taken name: the least number to try
  size_t next_ = 0;
};

// Which params, nodes and values matter where only some results are read.
struct ScriptNeeds {
  ScriptNeeds(const Graph& graph, const std::vector<bool>& results);
  std::vector<bool> values, nodes;
  std::vector<bool> params(const Graph& graph) const;
};

// A loop on its way: which of its results are read, which of its carry matters, and the variables
// for that. `counter`: the carry that counts the turns, by the name `count`.
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
  // `params` are terms that need no name of this block; `wanted` the results that are read;
  // `places`: which of the params are variables that an update may change.
  ScriptBlock(ScriptScope& scope, const Graph& graph, std::vector<TermRef> params,
              std::vector<bool> wanted, size_t depth, const std::vector<TermRef>& places = {});

  // The value of the block, one or a tuple, in a line of its own; nothing where none is wanted.
  std::string result();
  // Each of the wanted results.
  std::vector<std::string> results();
  const std::vector<std::string>& lines() const { return lines_; }
  void line(std::string text) { lines_.push_back(margin() + std::move(text)); }
  std::string margin() const { return std::string(2 * depth_, ' '); }
  size_t width() const { return script_width - 2 * depth_; }

 private:
  using Reads = std::vector<TermRef>;

  // --- what is read how often
  void count();
  Vars reads_of(const Node& node) const;
  std::optional<Var> alias(const Node& node) const;  // the operand that it gives as it is
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
  Reads terms(const Vars& vars) const;
  std::optional<Piece> write(const Node& node, const Reads& in);
  std::optional<Piece> call(const Node& node, const Reads& in);
  std::optional<Piece> custom_jvp(const Node& node, const Reads& in);
  std::optional<Piece> custom_vjp(const Node& node, const Reads& in);
  Piece general(const Node& node, const Reads& in);
  void define(Var v, std::string name);
  void give(const Node& node, const Piece& piece);
  void give(const Node& node, Var v, const Piece& piece);
  std::string pattern(const Vars& out);  // "(a, _, b)"; its names are defined

  // Names what stands inside, the longest first, until `text` fits the line.
  std::string fitting(const Reads& in, const std::function<std::string()>& text);
  void name(Term& term);
  static void inside_of(const Reads& in, std::vector<Term*>& out);
  std::string filled(const std::string& format, const Reads& values, size_t first);

  // --- regions
  void branch(const Node& node);
  void repeat(const Node& node);  // while_loop
  void turns(const Node& node);   // scan
  bool is_written_loop(const Node& node) const;
  void carry(ScriptLoop& loop);
  void carried(const ScriptLoop& loop);
  int counter_of(const ScriptLoop& loop) const;
  std::string gone_through(const ScriptLoop& loop, const std::vector<std::string>& rows,
                           const Reads& gone) const;
  void no_turns(const ScriptLoop& loop);
  void hold_keys(ScriptLoop& loop);
  void turn(ScriptLoop& loop, const Graph& body, const std::vector<bool>& results);
  void stacked(const ScriptLoop& loop, const Vars& out, const std::vector<std::string>& names);
  void assign(const ScriptLoop& loop, const std::vector<std::string>& values);

  ScriptScope& scope_;
  const Graph& graph_;
  Makers makers_;
  std::vector<bool> wanted_;
  size_t depth_;
  std::vector<TermRef> terms_;
  std::vector<int> uses_;
  std::vector<bool> needs_name_;
  std::unordered_map<const Node*, Idiom> idioms_ = {};
  std::set<const Node*> implied_ = {};
  std::set<const Term*> places_ = {};
  std::vector<std::string> lines_ = {};
  std::vector<ModulePath> layers_ = {};  // by value, where they are told
  ModulePath told_layer_ = {};
};

// "fn f(a, b) { … }", or with `=` where that fits.
std::string function_text(std::string_view name, const std::vector<std::string>& params,
                          ScriptBlock& body);

}  // namespace rille
