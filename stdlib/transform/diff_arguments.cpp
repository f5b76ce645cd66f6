// DiffArguments: the arguments to differentiate by.
#include "stdlib/transform/diff_arguments.h"

#include <algorithm>
#include <unordered_map>

#include "vm/calling.h"
#include "vm/tree.h"

namespace rille {
namespace {

size_t argument_at(const Function& f, const Value& wrt) {
  int64_t count = std::ssize(f.info().params);
  int64_t at = -1;
  if (wrt.is_string()) {
    at = f.info().find(wrt.string());
  } else if (const auto* number = std::get_if<int64_t>(&wrt.any())) {
    at = *number < 0 ? *number + count : *number;
  }
  if (at < 0 || at >= count) {
    Error error(Code::value, str(calling_name("grad"), ": `wrt` is ", text(wrt),
                                 ", expected the position or the name of a parameter of `f`"));
    std::vector<std::string> names;
    for (const auto& param : f.info().params) names.push_back(str("`", param.name, "`"));
    if (!names.empty()) error.help(str("the parameters of `f` are ", join(names)));
    throw labelled(labelled(std::move(error), "f"), "wrt");
  }
  return static_cast<size_t>(at);
}

// The derivatives in the structure of one argument; nil for a leaf that is not differentiated.
Value tree_of(const Value& argument, size_t which, const DiffArguments& wanted,
              const CallTree& parts, const TracedFunction& traced, const ActiveLeafFn& of) {
  size_t first = 0, next = 0;
  while (first < parts.leaves.size() && parts.leaves[first].argument != static_cast<int>(which)) {
    ++first;
  }
  // For each leaf that is a param, the number of active params before it. A leaf without a param
  // uses the number of all active params.
  std::unordered_map<size_t, size_t> places;
  size_t active = 0;
  for (size_t leaf : traced.params) {
    places.emplace(leaf, active);
    active += is_wanted(wanted, parts.leaves[leaf]) ? 1 : 0;
  }
  return with_leaves(argument, next, [&](size_t at, const Value&) -> Value {
    size_t leaf = first + at;
    if (!is_wanted(wanted, parts.leaves[leaf])) return Value();
    auto place = places.find(leaf);
    return of(place == places.end() ? active : place->second, parts.leaves[leaf]);
  });
}

}  // namespace

bool is_wanted(const DiffArguments& wanted, const Leaf& leaf) {
  auto at = static_cast<size_t>(leaf.argument);
  return leaf.argument >= 0 && !leaf.state && has_tangent(leaf.value.type()) &&
         std::ranges::count(wanted.arguments, at) > 0;
}

DiffArguments wanted_of(const Function& f, const Value& wrt, bool aux) {
  DiffArguments out{.arguments = {}, .one = !wrt.is_tuple(), .aux = aux};
  if (out.one) {
    out.arguments = {argument_at(f, wrt)};
  } else {
    for (const Value& item : wrt.items()) out.arguments.push_back(argument_at(f, item));
  }
  return out;
}

std::vector<uint64_t> words_of(const DiffArguments& wanted) {
  std::vector<uint64_t> out{wanted.aux ? 1u : 0u};
  for (size_t at : wanted.arguments) out.push_back(at);
  return out;
}

std::string settings_of(std::string_view transform, const Value& wrt, bool aux) {
  return str(transform, " ", text(wrt), aux ? " aux" : "");
}

std::vector<bool> active_of(const TracedFunction& traced, const CallTree& parts,
                            const DiffArguments& wanted) {
  std::vector<bool> active(traced.graph.params.size(), false);
  for (size_t i = 0; i < traced.params.size(); ++i) {
    active[i] = is_wanted(wanted, parts.leaves[traced.params[i]]);
  }
  return active;
}

Value wanted_tree(const DiffArguments& wanted, const Values& args, const CallTree& parts,
                  const TracedFunction& traced, const ActiveLeafFn& of) {
  Values trees;
  for (size_t at : wanted.arguments) {
    if (at >= args.size()) {
      throw Error(Code::value,
                  str("`wrt` selects parameter ", at, ", but the call has no such argument"));
    }
    trees.push_back(tree_of(args[at], at, wanted, parts, traced, of));
  }
  return wanted.one ? trees[0] : Value::tuple(std::move(trees));
}

}  // namespace rille
