// CompletionRequest: names, members, named arguments, files.
#include <algorithm>
#include <filesystem>
#include <set>

#include "lang/resolve.h"
#include "repl/help.h"
#include "repl/lsp/features.h"

namespace rille::lsp {
namespace {

// CompletionItemKind of the protocol.
enum class CompletionKind : uint8_t {
  method = 2,
  function = 3,
  field = 5,
  variable = 6,
  structure = 22,
  module = 9,
  value = 12,
  keyword = 14,
  file = 17,
  parameter = 25,
};

class CompletionRequest {
 public:
  CompletionRequest(const Workspace& world, const Document& document, size_t at)
      : world_(world), document_(document), at_(at), path_(path_before(*document.now, at)) {}

  Json run() {
    if (in_comment()) return list();
    if (in_string()) {
      files();
      return list();
    }
    if (path_.has_dot) {
      members();
      return list();
    }
    arguments();
    bindings();
    builtins("");
    for (const std::string& word : language_words()) add(word, CompletionKind::keyword, "");
    return list();
  }

 private:
  Json list() { return {{"isIncomplete", false}, {"items", std::move(items_)}}; }

  void add(const std::string& label, CompletionKind kind, const std::string& detail,
           std::string doc = "", const std::string& insert = "", char rank = '5') {
    if (!label.starts_with(path_.word) || !seen_.insert(label).second) return;
    Json item = {{"label", label},
                 {"kind", static_cast<int>(kind)},
                 {"sortText", str(std::string(1, rank), label)},
                 {"textEdit",
                  {{"range", document_.text.range(path_.begin, at_)},
                   {"newText", insert.empty() ? label : insert}}}};
    if (!detail.empty()) item["detail"] = detail;
    if (!doc.empty()) item["documentation"] = std::move(doc);
    items_.push_back(std::move(item));
  }

  const lang::Mark* mark_here() const {
    for (const lang::Mark& mark : document_.now->marks) {
      if (static_cast<size_t>(mark.begin) < at_ && at_ <= static_cast<size_t>(mark.end)) {
        return &mark;
      }
    }
    return nullptr;
  }
  bool in_comment() const {
    const lang::Mark* mark = mark_here();
    return mark != nullptr && mark->kind == lang::MarkKind::comment;
  }
  bool in_string() const {
    const lang::Mark* mark = mark_here();
    if (mark == nullptr || mark->kind != lang::MarkKind::string) return false;
    const std::string& text = document_.text.text();
    bool is_closed = at_ == static_cast<size_t>(mark->end) && mark->end - mark->begin > 1 &&
                     text[at_ - 1] == text[static_cast<size_t>(mark->begin)];
    return !is_closed;
  }

  // Adds the files of the directory that the string names so far.
  void files() {
    namespace fs = std::filesystem;
    const std::string& text = document_.text.text();
    size_t begin = at_;
    while (begin > 0 && text[begin - 1] != '"' && text[begin - 1] != '\n') --begin;
    std::string written = text.substr(begin, at_ - begin);
    size_t slash = written.rfind('/');
    std::string folder = slash == std::string::npos ? "" : written.substr(0, slash + 1);
    path_.word = written.substr(folder.size());
    path_.begin = begin + folder.size();
    fs::path at = folder.starts_with('/') ? fs::path(folder)
                                          : fs::path(document_.path).parent_path() / folder;
    constexpr size_t most = 1000;
    for (const Disk::DirectoryEntry& entry : world_.disk.entries(at.string(), most)) {
      add(entry.name + (entry.is_folder ? "/" : ""), CompletionKind::file, "");
    }
  }

  void builtins(const std::string& module) {
    for (const std::string& name : world_.shelf.members(module)) {
      builtin(module.empty() ? name : str(module, ".", name), name);
    }
  }

  void builtin(const std::string& full, const std::string& label, char rank = '5') {
    const lang::BuiltinRecord* known = world_.shelf.find(full);
    if (known == nullptr) return;
    using BuiltinRecord = lang::BuiltinRecord;
    CompletionKind kind = known->kind == BuiltinRecord::module      ? CompletionKind::module
                          : known->kind == BuiltinRecord::value     ? CompletionKind::value
                          : known->kind == BuiltinRecord::structure ? CompletionKind::structure
                                                                    : CompletionKind::function;
    add(label, kind, world_.shelf.signature(full), world_.shelf.brief(full), "", rank);
  }

  const Analysis& good() const { return document_.good ? *document_.good : *document_.now; }

  lang::Structure* structure_here() const {
    for (const lang::FunctionDecl* f : good().uses.functions) {
      bool is_here =
          static_cast<size_t>(f->span.begin) <= at_ && at_ <= static_cast<size_t>(f->span.end) + 1;
      if (f->structure != nullptr && is_here) return f->structure;
    }
    return nullptr;
  }

  void members_of(const lang::Structure& it) {
    for (const lang::FieldDecl* field : it.fields) {
      add(field->name, CompletionKind::field, std::string(text_of(good().source, field->span)), "",
          "", '1');
    }
    for (const lang::FunctionDecl* method : it.methods) {
      add(method->name, CompletionKind::method, head_of(good().source, *method), method->doc, "",
          '2');
    }
  }

  void members() {
    if (!path_.is_value && !world_.shelf.members(path_.base).empty()) {
      return builtins(path_.base);
    }
    if (!path_.is_value && exported()) return;
    lang::Structure* own = path_.base == "self" ? structure_here() : nullptr;
    if (own != nullptr) return members_of(*own);
    if (const lang::File& file = good().tree; file.top != nullptr) {
      for (const lang::Stmt* s : file.top->statements) {
        if (s->kind != lang::StmtKind::structure) continue;
        members_of(*static_cast<const lang::StructStmt*>(s)->structure);
      }
    }
    for (const char* word : {"shape", "dtype", "rank", "size", "T"}) {
      if (world_.shelf.find(word) == nullptr)
        add(word, CompletionKind::field, "an attribute of arrays", "", "", '3');
    }
    for (const std::string& name : world_.shelf.methods()) builtin(name, name, '4');
  }

  bool exported() {
    for (lang::Binding* binding : good().tree.top_level) {
      if (binding->name != path_.base) continue;
      const lang::Import* import = import_of(good().tree, binding);
      std::string path = import == nullptr ? "" : world_.imported(*import, document_.path);
      auto file = path.empty() ? nullptr : world_.of_file(path);
      if (file == nullptr) return false;
      for (lang::Binding* it : file->tree.top_level) {
        if (it->is_exported) add(it->name, kind_of(*it), head_of(file->source, *it), doc_of(*it));
      }
      return true;
    }
    return false;
  }

  static CompletionKind kind_of(const lang::Binding& binding) {
    if (binding.function != nullptr) return CompletionKind::function;
    if (binding.structure != nullptr) return CompletionKind::structure;
    return binding.kind == lang::BindingKind::import ? CompletionKind::module
                                                     : CompletionKind::variable;
  }

  // Adds the named arguments, such as `axis = `, of the call around the cursor.
  void arguments() {
    OpenCall call = open_call(*document_.now, at_);
    if (!call.is_there) return;
    for (const lang::FunctionDecl* f : good().uses.functions) {
      if (f->name != call.callee.substr(call.callee.rfind('.') + 1)) continue;
      for (const lang::ParamDecl* p : f->params) {
        argument(p->name, std::string(text_of(good().source, p->span)));
      }
    }
    const lang::BuiltinRecord* known = world_.shelf.find(call.callee);
    if (known == nullptr) known = world_.shelf.find(call.callee.substr(call.callee.rfind('.') + 1));
    if (known == nullptr) return;
    for (const lang::ParamRecord& p : known->params) argument(p.name, "an argument");
  }
  void argument(const std::string& name, const std::string& detail) {
    if (name == "self") return;
    add(name + " = ", CompletionKind::parameter, detail, "", "", '0');
  }

  // Adds the names in scope: those of the top level and of the functions around the cursor.
  void bindings() {
    std::set<const lang::FunctionDecl*> around;
    for (const lang::FunctionDecl* f : good().uses.functions) {
      bool is_here =
          static_cast<size_t>(f->span.begin) <= at_ && at_ <= static_cast<size_t>(f->span.end) + 1;
      if (is_here) around.insert(f);
    }
    for (const auto& binding : good().tree.bindings) {
      bool is_function = binding->function != nullptr || binding->structure != nullptr;
      bool is_above = is_function || static_cast<size_t>(binding->span.begin) < at_;
      bool is_seen = binding->owner == nullptr || around.contains(binding->owner);
      if (!is_seen || !is_above || binding->name.empty()) continue;
      add(binding->name, kind_of(*binding), head_of(good().source, *binding), doc_of(*binding), "",
          binding->owner != nullptr ? '1' : '2');
    }
  }

  const Workspace& world_;
  const Document& document_;
  size_t at_;
  Path path_;
  Json items_ = Json::array();
  std::set<std::string> seen_;
};

}  // namespace

Json completion(const Workspace& world, const Document& document, size_t at) {
  return CompletionRequest(world, document, at).run();
}

}  // namespace rille::lsp
