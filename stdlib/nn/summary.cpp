// nn.summary: the layers of a model, with their weights.
#include <algorithm>

#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

constexpr int deepest = 200;

struct Line {
  std::string path, kind, weights;
  int64_t count = 0, state = 0;
};

struct Table {
  std::vector<Line> lines;

  // A line for each struct that has leaves of its own.
  void add(const Value& node, const std::string& path, int depth) {
    if (depth > deepest) throw Error(Code::limit, "the model is deeper than 200 levels");
    if (!node.is_branch()) return;
    const Branch& branch = node.branch();
    Line line{path.empty() ? "." : path, kind_text(node), "", 0, 0};
    bool has_own = false;
    for (size_t i = 0; i < branch.items.size(); ++i) {
      const Value& item = branch.items[i];
      if (!item.is_leaf()) continue;
      has_own = true;
      take(line, branch, i, item.as_array());
    }
    if (has_own) lines.push_back(std::move(line));
    for (size_t i = 0; i < branch.items.size(); ++i) {
      if (branch.items[i].is_branch()) add(branch.items[i], below(branch, i, path), depth + 1);
    }
  }

 private:
  static void take(Line& line, const Branch& branch, size_t at, const Array& leaf) {
    bool is_state = branch.layout != nullptr && branch.layout->is_state(at);
    (is_state ? line.state : line.count) += leaf.type().count();
    std::string name = branch.layout == nullptr ? "" : branch.layout->names[at];
    line.weights +=
        str(line.weights.empty() ? "" : ", ", name, name.empty() ? "" : " ", leaf.type());
  }
  static std::string below(const Branch& branch, size_t at, const std::string& path) {
    if (branch.layout != nullptr)
      return str(path, path.empty() ? "" : ".", branch.layout->names[at]);
    if (branch.keys == nullptr) return str(path, "[", at, "]");
    const DictKey& key = branch.keys->list[at];
    const auto* word = std::get_if<std::string>(&key);
    return word != nullptr ? str(path, "[\"", *word, "\"]")
                           : str(path, "[", std::get<int64_t>(key), "]");
  }
};

std::string padded(const std::string& text, size_t width) {
  return text + std::string(width - std::min(width, text.size()), ' ');
}

std::string summary(const Value& model) {
  Table table;
  table.add(model, "", 0);
  size_t path = 5, kind = 5;
  int64_t count = 0, state = 0;
  for (const Line& line : table.lines) {
    path = std::max(path, line.path.size());
    kind = std::max(kind, line.kind.size());
    count += line.count;
    state += line.state;
  }
  auto row = [&](const std::string& a, const std::string& b, const std::string& c,
                 const std::string& d) {
    std::string out = str(padded(a, path), "  ", padded(b, kind), "  ", padded(c, 10), "  ", d);
    return out.substr(0, out.find_last_not_of(' ') + 1);
  };
  std::string out = row("path", "layer", "weights", "of") + "\n";
  for (const Line& line : table.lines) {
    out += row(line.path, line.kind, std::to_string(line.count), line.weights) + "\n";
  }
  return out + str("all: ", count, " weights, ", state, " numbers of state");
}

}  // namespace

extern const Builtin nn_summary_builtin = {
    .signature = "nn.summary(model: tree) -> str",
    .brief = "A table of the layers of a model, with the counts and types of their weights.",
    .params = {{"model", "a line for each part that has arrays or numbers of its own"}},
    .errors = "error[limit] beyond 200 levels",
    .example =
        "nn.summary(nn.linear(rng.key(0), 3, 2)).lines()[2]\n#> all: 8 weights, 0 numbers of state",
    .source = "flax.nnx.tabulate, without what the layers give",
    .call = bind<&summary>,
};

}  // namespace rille
