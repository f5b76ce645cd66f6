// JinjaRenderer: for loops.
#include "stdlib/jinja/run.h"
#include "vm/error.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

JinjaValue cycle(const JinjaArguments& args, int64_t i) {
  if (args.positional.empty())
    throw Error(Code::value, "loop.cycle: at least one argument is required");
  return args.positional[static_cast<size_t>(i) % args.positional.size()];
}

// Whether the arguments differ from those of the previous call in any iteration.
JinjaValue changed(const JinjaArguments& args, std::optional<JinjaValues>& last) {
  bool is_same = last.has_value() && is_equal(list_of(*last), list_of(args.positional));
  last = args.positional;
  return !is_same;
}

// The fields of `loop` in iteration i. `last_changed` holds the arguments of the previous call of
// loop.changed.
JinjaDict loop_fields(const JinjaValues& items, int64_t i, int64_t depth,
                      std::shared_ptr<std::optional<JinjaValues>> last_changed) {
  auto count = std::ssize(items);
  auto at = [&](int64_t k) {
    return k >= 0 && k < count ? items[static_cast<size_t>(k)] : JinjaValue(JinjaUndefined{"loop"});
  };
  JinjaDict loop;
  loop.rows = {{"index", i + 1},        {"index0", i},
               {"revindex", count - i}, {"revindex0", count - i - 1},
               {"first", i == 0},       {"last", i == count - 1},
               {"length", count},       {"previtem", at(i - 1)},
               {"nextitem", at(i + 1)}, {"depth", depth + 1},
               {"depth0", depth}};
  loop.rows.emplace_back("cycle",
                         function_of([i](const JinjaArguments& args) { return cycle(args, i); }));
  loop.rows.emplace_back("changed",
                         function_of([last = std::move(last_changed)](const JinjaArguments& args) {
                           return changed(args, *last);
                         }));
  return loop;
}

// Counts the items of all running, nested loops; error[limit] if there are too many.
class LoopItemCount {
 public:
  LoopItemCount(size_t& all, size_t own, int line) : all_(all), own_(own) {
    if (all > 0 && all + own > max_jinja_values) {
      throw Error(Code::limit, str("line ", line, " of the template: nested loops have more than ",
                                   max_jinja_values, " items"));
    }
    all_ += own_;
  }
  ~LoopItemCount() { all_ -= own_; }
  LoopItemCount(const LoopItemCount&) = delete;
  LoopItemCount& operator=(const LoopItemCount&) = delete;

 private:
  size_t& all_;
  size_t own_;
};

}  // namespace

JinjaRenderer::ControlFlow JinjaRenderer::run_loop(const JinjaNode& node, JinjaScope& scope,
                                                   std::string& out) {
  return run_iterations(node, items_of(value(*node.exprs[0], scope)), 0, scope, out);
}

// `loop(items)` renders the loop over these items. It sees the names outside of the loop, not those
// of an iteration.
JinjaFunctionRef JinjaRenderer::loop_call(const JinjaNode& node, int64_t depth,
                                          const JinjaScope& scope) {
  auto call = [this, &node, depth, seen = seen_in(scope)](const JinjaArguments& args) {
    check_stack();
    if (args.positional.size() != 1)
      throw Error(Code::value, "loop() takes one argument, the items to iterate over");
    JinjaScope around{.names = seen, .around = &globals_};
    std::string text;
    run_iterations(node, items_of(args.positional[0]), depth + 1, around, text);
    return JinjaValue(text);
  };
  return std::make_shared<const JinjaFunction>(std::move(call));
}

JinjaRenderer::ControlFlow JinjaRenderer::run_iterations(const JinjaNode& node, JinjaValues items,
                                                         int64_t depth, JinjaScope& scope,
                                                         std::string& out) {
  if (node.exprs.size() > 1) {
    JinjaValues kept;
    for (JinjaValue& item : items) {
      step(node.line);
      JinjaScope inner{.names = {}, .around = &scope};
      bind(node.names, item, inner);
      if (is_true(value(*node.exprs[1], inner))) kept.push_back(std::move(item));
    }
    items = std::move(kept);
  }
  LoopItemCount live(live_items_, items.size(), node.line);
  // Whether any iteration has reached its end; if not, Jinja runs the `else`.
  bool has_ended = false;
  auto last_changed = std::make_shared<std::optional<JinjaValues>>();
  for (int64_t i = 0; i < std::ssize(items); ++i) {
    step(node.line);
    JinjaScope inner{.names = {}, .around = &scope};
    bind(node.names, items[static_cast<size_t>(i)], inner);
    JinjaDict loop = loop_fields(items, i, depth, last_changed);
    if (node.is_recursive) loop.call = loop_call(node, depth, scope);
    inner.names["loop"] = dict_of(std::move(loop));
    ControlFlow flow = run_body(node.bodies[0], inner, out);
    if (flow == ControlFlow::leave) break;
    has_ended = has_ended || flow == ControlFlow::on;
  }
  bool is_else = !has_ended && node.bodies.size() > 1;
  return is_else ? run_body(node.bodies[1], scope, out) : ControlFlow::on;
}

}  // namespace rille
