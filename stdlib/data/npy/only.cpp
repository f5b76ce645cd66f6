// Selects fields by name, and checks that they can be read.
#include "stdlib/data/npy/only.h"

#include "vm/calling.h"
#include "vm/run/running.h"

namespace rille {
namespace {

struct FieldPath {
  std::string_view path;
  size_t number;  // index among all names
};

class FieldSelector {
 public:
  explicit FieldSelector(size_t count) : is_found_(count) {}

  // Marks the fields that are not selected. Returns whether a field is selected.
  bool choose(NpyDtype& form, std::span<const FieldPath> wanted) {
    bool is_any = false;
    for (auto& [field, inner] : form.fields) {
      inner.is_left_out = !takes(field, inner, wanted);
      is_any = is_any || !inner.is_left_out;
    }
    return is_any;
  }
  bool is_found(size_t number) const { return is_found_[number]; }

 private:
  bool takes(const std::string& field, NpyDtype& inner, std::span<const FieldPath> wanted) {
    bool is_whole = false;
    std::vector<FieldPath> below;
    for (const FieldPath& each : wanted) {
      polls_.step();
      if (!each.path.starts_with(field)) continue;
      std::string_view rest = each.path.substr(field.size());
      if (rest.empty()) is_whole = is_found_[each.number] = true;
      if (rest.starts_with('.')) below.push_back({rest.substr(1), each.number});
    }
    NpyDtype all = inner;  // if the complete field is selected as well, all its fields are read
    bool is_part = !below.empty() && choose(inner, below);
    if (is_whole) inner = std::move(all);
    return is_whole || is_part;
  }

  std::vector<bool> is_found_;
  PollCounter polls_;
};

struct UnreadableField {
  const NpyDtype* form = nullptr;
  std::string path;
};

// First selected part whose dtype is not supported; none if all parts can be read.
UnreadableField unread(const NpyDtype& form, const std::string& path) {
  if (form.is_left_out) return {};
  if (!form.why_not.empty()) return {&form, path};
  for (const auto& [field, inner] : form.fields) {
    bool is_padding = field.empty();
    if (is_padding) continue;
    UnreadableField found = unread(inner, path.empty() ? field : str(path, ".", field));
    if (found.form != nullptr) return found;
  }
  return {};
}

}  // namespace

void choose_fields(NpyDtype& form, std::span<const std::string> only, const std::string& name) {
  std::vector<FieldPath> wanted;
  for (size_t i = 0; i < only.size(); ++i) wanted.push_back({only[i], i});
  FieldSelector choice(only.size());
  choice.choose(form, wanted);
  for (size_t i = 0; i < only.size(); ++i) {
    if (choice.is_found(i)) continue;
    throw labelled(Error(Code::io, str("\"", name, "\" has no field ", only[i])), "only");
  }
}

void need_readable(const NpyDtype& form, const std::string& name, std::string_view way) {
  UnreadableField found = unread(form, "");
  if (found.form == nullptr) return;
  std::string where = found.path.empty() ? name : str(name, ": field ", found.path);
  std::string help = found.form->way_out;
  if (!help.empty() && !way.empty()) help += "; ";
  Error error(Code::io, str("\"", where, "\" ", found.form->why_not, " (", found.form->word, ")"));
  help += way;
  if (!help.empty()) error.help(help);
  throw error;
}

}  // namespace rille
