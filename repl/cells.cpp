// Cells: trees live as long as they are reachable.
#include "repl/cells.h"

namespace rille {
namespace {

bool needs_tree(const lang::Binding& b) {
  return b.function != nullptr || b.structure != nullptr || b.type != nullptr;
}

}  // namespace

lang::Binding* Cells::find(std::string_view name) const {
  auto found = bound_.find(name);
  if (found == bound_.end()) return nullptr;
  if (found->second->cell != nullptr) read_.insert(found->second->cell);
  return found->second->binding;
}

std::vector<std::string> Cells::names() const {
  std::vector<std::string> out;
  for (const auto& [name, bound] : bound_) out.push_back(name);
  return out;
}

std::vector<int> Cells::files() const {
  std::vector<int> out;
  for (const auto& [name, bound] : bound_) {
    int file = bound->binding->span.file;
    if (file >= 0) out.push_back(file);  // names of bind() have no source
  }
  return out;
}

std::vector<std::string> Cells::add(std::unique_ptr<lang::File> tree) {
  std::vector<std::string> anew;
  auto cell = std::make_unique<Cell>(Cell{nullptr, read_});
  for (lang::Binding* binding : tree->top_level) {
    auto [place, is_fresh] = bound_.try_emplace(binding->name);
    if (is_fresh) place->second = std::make_unique<CellBinding>();
    if (!is_fresh) anew.push_back(binding->name);
    CellBinding& bound = *place->second;
    bound.own = *binding;
    bound.own.value = nullptr;
    bound.cell = needs_tree(*binding) ? cell.get() : nullptr;
    bound.binding = needs_tree(*binding) ? binding : &bound.own;
  }
  bool is_kept = false;
  for (const lang::Binding* binding : tree->top_level) is_kept = is_kept || needs_tree(*binding);
  if (is_kept) {
    cell->tree = std::move(tree);
    cells_.push_back(std::move(cell));
    if (cells_.size() >= forget_at_) forget();
  } else {
    last_ = std::move(tree);
  }
  return anew;
}

void Cells::bind(const std::string& name) {
  std::unique_ptr<CellBinding>& bound = bound_[name];
  if (bound == nullptr) bound = std::make_unique<CellBinding>();
  bound->own = {.name = name, .is_exported = true};
  bound->cell = nullptr;
  bound->binding = &bound->own;
}

void Cells::forget() {
  std::set<Cell*> kept = {cells_.back().get()};
  for (const auto& [name, bound] : bound_) {
    if (bound->cell != nullptr) kept.insert(bound->cell);
  }
  std::vector<Cell*> open(kept.begin(), kept.end());
  while (!open.empty()) {
    Cell* cell = open.back();
    open.pop_back();
    for (Cell* read : cell->reads) {
      if (kept.insert(read).second) open.push_back(read);
    }
  }
  std::erase_if(cells_, [&](const auto& cell) { return !kept.contains(cell.get()); });
  forget_at_ = 2 * cells_.size() + 64;
}

}  // namespace rille
