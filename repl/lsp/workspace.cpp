// Workspace: documents, files, and occurrences of names.
#include <algorithm>

#include "lang/resolve.h"
#include "repl/lsp/features.h"

namespace rille::lsp {
namespace {

constexpr size_t max_files = 2000;

// A name of an imported module: the path of the module, and the name.
struct ExportedName {
  std::string path, word;
};
ExportedName exported_by(const Workspace& world, const Analysis& file, const NameUse& use) {
  if (use.dot == nullptr || use.dot->base->kind != lang::ExprKind::name) return {};
  const auto* base = static_cast<const lang::Name*>(use.dot->base);
  const lang::Import* import = import_of(file.tree, base->binding);
  if (import == nullptr) return {};
  return {world.imported(*import, file.source.name), use.word};
}

lang::Binding* top_level(const lang::File& file, const std::string& word) {
  for (lang::Binding* binding : file.top_level) {
    if (binding->name == word) return binding;
  }
  return nullptr;
}

// Finds occurrences in one file.
class Finder {
 public:
  Finder(std::shared_ptr<const Analysis> file, std::vector<Occurrence>& out)
      : file_(std::move(file)), out_(out) {}

  void of_binding(const lang::Binding* binding) {
    each([&](const NameUse& use) { return use.binding == binding; });
  }
  void of_known(const lang::BuiltinRecord* known) {
    each([&](const NameUse& use) { return use.known == known; });
  }
  void of_member(const std::string& word) {
    each([&](const NameUse& use) {
      bool is_member = use.kind == NameUse::Kind::member && use.known == nullptr;
      return use.word == word && (is_member || use.kind == NameUse::Kind::field);
    });
  }
  void of_exported(const Workspace& world, const std::string& path, const std::string& word) {
    each([&](const NameUse& use) {
      if (use.word != word || use.kind != NameUse::Kind::member) return false;
      return exported_by(world, *file_, use).path == path;
    });
  }

 private:
  template <class Wanted>
  void each(const Wanted& is_wanted) {
    for (const NameUse& use : file_->uses.all) {
      if (is_wanted(use)) out_.push_back({file_, use.span, use.is_definition, use.is_written});
    }
  }

  std::shared_ptr<const Analysis> file_;
  std::vector<Occurrence>& out_;
};

void everywhere(const Workspace& world, const std::string& path, const std::string& word,
                std::vector<Occurrence>& out) {
  for (const std::string& other : world.files()) {
    if (other == path) continue;
    auto file = world.of_file(other);
    if (file != nullptr) Finder(file, out).of_exported(world, path, word);
  }
}

void of_exported_binding(const Workspace& world, const std::shared_ptr<const Analysis>& file,
                         const lang::Binding* binding, std::vector<Occurrence>& out) {
  Finder(file, out).of_binding(binding);
  if (binding->is_exported) everywhere(world, file->source.name, binding->name, out);
}

}  // namespace

Document* Workspace::find(const std::string& uri) {
  auto found = open.find(uri);
  return found == open.end() ? nullptr : &found->second;
}

std::shared_ptr<const Analysis> Workspace::of_file(const std::string& path) const {
  for (const auto& [uri, document] : open) {
    if (document.path == path) return document.good;
  }
  std::optional<std::string> text = disk.text(path);
  if (!text) return nullptr;
  auto file = analyse(shelf, path, std::move(*text));
  return file->is_whole ? file : nullptr;
}

std::string Workspace::imported(const lang::Import& import, const std::string& importer) const {
  return disk.module(import.path, import.is_file, importer);
}

Json Workspace::location(const Analysis& file, Span span) const {
  std::string uri = uri_of(file.source.name);
  for (const auto& [own, document] : open) {
    if (document.path == file.source.name) uri = own;
  }
  return {{"uri", uri}, {"range", DocumentText(file.source.text, columns).range(span)}};
}

std::vector<std::string> Workspace::files() const {
  std::vector<std::string> out;
  for (const auto& [uri, document] : open) out.push_back(document.path);
  if (root.empty()) return out;
  for (std::string& path : disk.scripts(root, max_files)) {
    if (std::ranges::find(out, path) == out.end()) out.push_back(std::move(path));
  }
  return out;
}

std::vector<Occurrence> places_of(const Workspace& world, const Document& document, size_t at) {
  std::vector<Occurrence> out;
  const NameUse* use = document.good == nullptr ? nullptr : document.good->uses.at(at);
  if (use == nullptr) return out;
  if (use->binding != nullptr) {
    of_exported_binding(world, document.good, use->binding, out);
  } else if (ExportedName exported = exported_by(world, *document.good, *use);
             !exported.path.empty()) {
    auto file = world.of_file(exported.path);
    lang::Binding* binding = file == nullptr ? nullptr : top_level(file->tree, exported.word);
    if (binding != nullptr) of_exported_binding(world, file, binding, out);
  } else if (use->known != nullptr) {
    Finder(document.good, out).of_known(use->known);
  } else if (use->kind != NameUse::Kind::argument) {
    Finder(document.good, out).of_member(use->word);
  }
  return out;
}

Json definition(const Workspace& world, const Document& document, size_t at) {
  Json out = Json::array();
  const NameUse* use = document.good == nullptr ? nullptr : document.good->uses.at(at);
  if (use != nullptr && use->of != nullptr && !use->is_definition) {
    Span span = member_of(*use->of, use->word);
    if (!span.empty()) return Json::array({world.location(*document.good, span)});
  }
  for (const Occurrence& place : places_of(world, document, at)) {
    if (place.is_definition) out.push_back(world.location(*place.file, place.span));
  }
  // The definition of an import is the file.
  const lang::Import* import =
      use == nullptr ? nullptr : import_of(document.good->tree, use->binding);
  std::string path = import == nullptr ? "" : world.imported(*import, document.path);
  if (!path.empty()) {
    DocumentText none("", world.columns);
    out = Json::array({{{"uri", uri_of(path)}, {"range", none.range(0, 0)}}});
  }
  return out;
}

Json references(const Workspace& world, const Document& document, size_t at, bool with_definition) {
  Json out = Json::array();
  for (const Occurrence& place : places_of(world, document, at)) {
    if (with_definition || !place.is_definition) {
      out.push_back(world.location(*place.file, place.span));
    }
  }
  return out;
}

Json highlights(const Document& document, size_t at) {
  Json out = Json::array();
  if (document.good == nullptr || document.good != document.now) return out;
  const NameUse* use = document.good->uses.at(at);
  if (use == nullptr) return out;
  std::vector<Occurrence> found;
  Finder finder(document.good, found);
  if (use->binding != nullptr) {
    finder.of_binding(use->binding);
  } else if (use->known != nullptr) {
    finder.of_known(use->known);
  } else {
    finder.of_member(use->word);
  }
  for (const Occurrence& place : found) {
    bool writes = place.is_definition || place.is_written;
    out.push_back({{"range", document.text.range(place.span)}, {"kind", writes ? 3 : 2}});
  }
  return out;
}

}  // namespace rille::lsp
