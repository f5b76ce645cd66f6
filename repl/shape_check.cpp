// Traces functions on arrays without elements.
#include "repl/shape_check.h"

#include <sys/mman.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "jit/ir.h"
#include "lang/ast.h"
#include "lang/parse.h"
#include "repl/interpreter.h"
#include "stdlib/transform.h"
#include "vm/memory/buffer.h"
#include "vm/numbers/dtype.h"

namespace rille {
namespace {

constexpr double max_seconds = 5;
constexpr int64_t max_bytes = int64_t{1} << 44;     // of reserved addresses
constexpr int64_t memory_bytes = int64_t{1} << 30;  // limit for tracing

// Two numbers for each size: `unit` times distinct primes. The common factor allows splitting
// an axis into heads, groups, or halves; otherwise, sizes that must agree do not agree by accident.
constexpr int64_t unit = 64;
constexpr int64_t draws[2][8] = {{3, 5, 7, 11, 13, 17, 19, 23}, {29, 31, 37, 41, 43, 47, 53, 59}};

// Arrays that use addresses but no memory: pages that are never written, and should not be read.
class AddressSpace final : public Space {
 public:
  AddressSpace() : Space(0) {}
  std::string_view name() const override { return "none"; }
  void* allocate(size_t bytes) override {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* got = mmap(nullptr, std::max<size_t>(bytes, 1), PROT_READ, flags, -1, 0);
    if (got == MAP_FAILED) throw Error(Code::memory, "the address space is exhausted");
    return got;
  }
  void release(void* data, size_t bytes) override { munmap(data, std::max<size_t>(bytes, 1)); }
  void read(void*, const void*, size_t) override {}
  void write(void*, const void*, size_t) override {}
  bool is_host() const override { return true; }
};

Array array_without_memory(Dtype dtype, const Shape& shape) {
  static auto& space = *new AddressSpace();
  Type type(dtype, shape);
  auto size = static_cast<size_t>(type.count()) * bytes(dtype);
  return Array::on(type, std::make_shared<Buffer>(space, size), 0);
}

// The numbers for the named sizes in one of the two traces.
class SizeValues {
 public:
  explicit SizeValues(int draw) : draw_(draw) {}

  // Returns the value of a size expression, or nullopt if it cannot be computed or contains a name
  // that is a constant of the script.
  std::optional<int64_t> of(const lang::Expr& e) {
    if (e.kind == lang::ExprKind::integer) return static_cast<const lang::IntegerLiteral&>(e).value;
    if (e.kind == lang::ExprKind::name) return named(static_cast<const lang::Name&>(e).text);
    if (e.kind != lang::ExprKind::binary) return {};
    const auto& it = static_cast<const lang::Binary&>(e);
    auto left = of(*it.left), right = of(*it.right);
    if (!left || !right) return {};
    switch (it.op) {
      case lang::BinaryOperator::add: return *left + *right;
      case lang::BinaryOperator::sub: return *left - *right;
      case lang::BinaryOperator::mul: return *left * *right;
      case lang::BinaryOperator::floor_div: break;
      default: return {};
    }
    return *right > 0 ? std::optional(*left / *right) : std::nullopt;
  }

  std::optional<int64_t> next() {
    return used_ < 8 ? std::optional(unit * draws[draw_][used_++]) : std::nullopt;
  }

  // Returns the size of a name, or of an int parameter that other annotations use as a size.
  std::optional<int64_t> named(const std::string& name) {
    if (std::islower(static_cast<unsigned char>(name[0])) == 0) return {};
    auto found = known_.find(name);
    if (found != known_.end()) return found->second;
    auto size = next();
    if (size) known_[name] = *size;
    return size;
  }

  const std::map<std::string, int64_t>& known() const { return known_; }

  // Returns a list of the sizes: "n = 192, d = 320".
  std::string text() const {
    std::vector<std::string> all;
    for (const auto& [name, size] : known_) all.push_back(str(name, " = ", size));
    return join(all);
  }

 private:
  int draw_;
  int used_ = 0;
  std::map<std::string, int64_t> known_;
};

// Makes values of annotated types; nullopt if a type does not determine a value.
class Samples {
 public:
  explicit Samples(SizeValues& sizes) : sizes_(sizes) {}

  std::optional<Value> of(const lang::TypeExpr& type) {
    if (type.kind == lang::TypeKind::tuple) return tuple(type);
    if (type.kind != lang::TypeKind::path) return {};
    if (auto dtype = dtype_named(type.text)) return array(*dtype, type);
    bool is_float = type.text == "float" || type.text == "real" || type.text == "number";
    if (type.has_dims && type.text == "int") return array(Dtype::i32, type);
    if (type.has_dims && type.text == "complex") return array(Dtype::c64, type);
    if (type.has_dims) return is_float ? array(Dtype::f32, type) : std::nullopt;
    if (type.text == "int") return Value(3);
    return is_float ? std::optional<Value>(1.5) : std::nullopt;
  }

 private:
  std::optional<Value> tuple(const lang::TypeExpr& type) {
    if (type.is_open) return {};
    Values items;
    for (const auto& field : type.fields) {
      auto item = field.word.empty() ? of(*field.type) : std::nullopt;
      if (!item) return {};
      items.push_back(*item);
    }
    return Value::tuple(std::move(items));
  }

  std::optional<Value> array(Dtype dtype, const lang::TypeExpr& type) {
    Shape shape;
    int64_t left = max_bytes;
    for (const lang::Dim* dim : type.dims) {
      if (dim->kind == lang::Dim::ellipsis) return {};
      auto size = dim->kind == lang::Dim::any ? sizes_.next() : sizes_.of(*dim->value);
      if (!size || *size < 0) return {};
      left /= std::max<int64_t>(*size, 1);
      shape.push_back(*size);
    }
    if (left < 16) return {};
    return Value::from_array(array_without_memory(dtype, shape));
  }

  SizeValues& sizes_;
};

// Returns the words of a text: names, keywords, and numbers.
std::set<std::string> words_in(std::string_view text) {
  std::set<std::string> out;
  auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > i) out.emplace(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return out;
}

// A top-level statement, with the name that it defines and the words that it uses.
struct TopLevelPart {
  Span span;
  std::string name;  // "" if it defines no name, or several
  std::set<std::string> words;
  bool stays = false;
};

class ReducedSource {
 public:
  ReducedSource(const Source& source, const lang::File& file) : text_(source.text) {
    for (const lang::Stmt* statement : file.top->statements) add(*statement);
    drop();
    for (const TopLevelPart& part : parts_) {
      if (!part.stays) blank(part.span);
    }
  }

  const std::string& text() const { return text_; }
  bool has(const std::string& name) const {
    return std::ranges::any_of(
        parts_, [&](const TopLevelPart& part) { return part.stays && part.name == name; });
  }

 private:
  void add(const lang::Stmt& statement) {
    auto begin = static_cast<size_t>(statement.span.begin);
    auto size = static_cast<size_t>(statement.span.end - statement.span.begin);
    std::string text = text_.substr(begin, size);
    TopLevelPart part{statement.span, "", words_in(text), true};
    if (statement.kind == lang::StmtKind::function) {
      part.name = static_cast<const lang::FunctionStmt&>(statement).function->name;
    } else if (statement.kind == lang::StmtKind::structure) {
      part.name = static_cast<const lang::StructStmt&>(statement).structure->name;
    } else if (statement.kind == lang::StmtKind::let) {
      const auto& let = static_cast<const lang::Let&>(statement);
      if (let.pattern->kind == lang::PatternKind::name) part.name = let.pattern->text;
      part.stays = !part.name.empty() && !let.is_var && text.find_first_of("({") == text.npos;
      if (!part.stays) bound_in(*let.pattern);
    } else {
      part.stays = false;
      if (statement.kind == lang::StmtKind::import) {
        gone_.insert(static_cast<const lang::Import&>(statement).name);
      }
    }
    parts_.push_back(std::move(part));
  }

  void bound_in(const lang::Pattern& pattern) {
    if (!pattern.text.empty()) gone_.insert(pattern.text);
    if (!pattern.rest_text.empty()) gone_.insert(pattern.rest_text);
    for (const auto& field : pattern.fields) {
      if (field.pattern != nullptr) bound_in(*field.pattern);
      gone_.insert(field.word);
    }
  }

  // Removes all statements that use a removed name, directly or indirectly.
  void drop() {
    for (bool more = true; more;) {
      more = false;
      for (TopLevelPart& part : parts_) {
        auto is_gone = [&](const std::string& word) { return gone_.contains(word); };
        if (!part.stays || !std::ranges::any_of(part.words, is_gone)) continue;
        part.stays = false;
        gone_.insert(part.name);
        more = true;
      }
    }
  }

  void blank(Span span) {
    for (int i = span.begin; i < span.end; ++i) {
      char& c = text_[static_cast<size_t>(i)];
      if (c != '\n') c = ' ';
    }
  }

  std::string text_;
  std::vector<TopLevelPart> parts_;
  std::set<std::string> gone_;
};

// Expresses a size by the named sizes, from its numbers in the two traces.
class SizeExpressions {
 public:
  SizeExpressions(const SizeValues& first, const SizeValues& second) {
    for (const auto& [name, size] : first.known()) {
      auto other = second.known().find(name);
      if (other != second.known().end()) sizes_.push_back({name, size, other->second});
    }
  }

  std::string text(int64_t a, int64_t b) const {
    if (a == b) return str(a);
    for (const TracedSize& one : sizes_) {
      if (a == one.first && b == one.second) return one.name;
    }
    std::string out;
    for (const TracedSize& one : sizes_) {
      if (out.empty()) out = of(one, a, b);
    }
    return out.empty() ? "_" : out;
  }

 private:
  struct TracedSize {
    std::string name;
    int64_t first, second;
  };

  std::string of(const TracedSize& one, int64_t a, int64_t b) const {
    constexpr int64_t most = 16;
    for (int64_t k = 2; k <= most; ++k) {
      if (a == k * one.first && b == k * one.second) return str(k, "*", one.name);
      if (a * k == one.first && b * k == one.second) return str(one.name, " // ", k);
    }
    for (const TracedSize& other : sizes_) {
      bool is_product = a == one.first * other.first && b == one.second * other.second;
      if (is_product) return str(one.name, "*", other.name);
      bool is_sum = a == one.first + other.first && b == one.second + other.second;
      if (is_sum) return str(one.name, " + ", other.name);
    }
    int64_t more = a - one.first;
    if (more != b - one.second || std::abs(more) > unit) return "";
    return str(one.name, more < 0 ? " - " : " + ", std::abs(more));
  }

  std::vector<TracedSize> sizes_;
};

// Combines the types of the two traces to one text.
std::string joined(const Type& a, const Type& b, const SizeExpressions& extents) {
  if (a.form() != TypeForm::array || b.form() != TypeForm::array || a.dtype() != b.dtype())
    return "";
  if (a.rank() != b.rank() || !a.known() || !b.known()) return "";
  std::vector<std::string> axes;
  Ints first = a.ints(), second = b.ints();
  for (size_t i = 0; i < first.size(); ++i) axes.push_back(extents.text(first[i], second[i]));
  return str(name(a.dtype()), "[", join(axes), "]");
}

bool tells_shapes(const Error& error) {
  return error.code() == Code::shape || error.code() == Code::dtype || error.code() == Code::type;
}

class Checker {
 public:
  Checker(const Source& source, bool wants_notes)
      : source_(source), wants_notes_(wants_notes), interpreter_([](std::string_view) {}) {
    std::vector<Error> errors;
    file_ = lang::parse(source_, 0, errors);
  }

  ShapeNotes run() { return {faults(), std::move(notes_)}; }

 private:
  ShapeFaults faults() {
    ReducedSource reduced(source_, file_);
    interpreter_.state().set_limits({.memory_bytes = memory_bytes, .wall_s = max_seconds});
    if (!interpreter_.run_text(source_.name, reduced.text()).ok()) return {};
    std::vector<Span> statements = interpreter_.statements();
    if (!statements.empty()) number_ = statements.front().file;
    for (const lang::Stmt* statement : file_.top->statements) {
      if (statement->kind != lang::StmtKind::function) continue;
      const auto& function = *static_cast<const lang::FunctionStmt*>(statement)->function;
      bool is_fn = function.kind == lang::FunctionKind::function && !function.params.empty();
      if (is_fn && reduced.has(function.name)) check(function);
    }
    std::span<const Source> sources = interpreter_.state().sources();
    return {std::move(errors_), {sources.begin(), sources.end()}};
  }

  void check(const lang::FunctionDecl& function) {
    SizeValues few(0), many(1);
    Graph one, other;
    std::optional<Error> first = fault(function, few, one);
    if (!first && (!wants_notes_ || one.types.empty())) return;
    std::optional<Error> second = fault(function, many, other);
    if (!first && !second) return note(function, {few, many}, one, other);
    if (!first) return;
    bool is_same = second && first->code() == second->code() && first->span() == second->span();
    if (is_same) errors_.push_back(*first);
  }

  // Returns whether a parameter is an int that the annotation of another parameter uses as a size.
  bool counts(const lang::FunctionDecl& function, const lang::ParamDecl& param) const {
    if (param.type == nullptr || param.type->text != "int" || param.type->has_dims) return false;
    return std::ranges::any_of(function.params, [&](const lang::ParamDecl* other) {
      if (other->type == nullptr || !other->type->has_dims) return false;
      Span span = other->type->span;
      std::string_view text = source_.text;
      return words_in(text.substr(static_cast<size_t>(span.begin),
                                  static_cast<size_t>(span.end - span.begin)))
          .contains(param.name);
    });
  }

  // Adds notes with the types of the nodes of both traces, by their spans.
  void note(const lang::FunctionDecl& function, const SizeExpressions& extents, const Graph& one,
            const Graph& other) {
    if (one.nodes.size() != other.nodes.size()) return;
    std::map<Span, std::string> found;
    for (size_t i = 0; i < one.nodes.size(); ++i) {
      const Node &a = one.nodes[i], &b = other.nodes[i];
      Span span = a.origin.span();
      if (a.out.empty() || b.out.empty() || !is_within(span, function)) continue;
      found[span] = joined(one.type(a.out[0]), other.type(b.out[0]), extents);
    }
    if (one.results.size() == 1 && other.results.size() == 1) {
      Span at = function.name_span;
      found[at] = joined(one.type(one.results[0]), other.type(other.results[0]), extents);
    }
    for (auto& [span, text] : found) {
      if (!text.empty()) notes_.push_back({{0, span.begin, span.end}, std::move(text)});
    }
  }

  bool is_within(Span span, const lang::FunctionDecl& function) const {
    return span.file == number_ && !span.empty() && span.begin >= function.span.begin &&
           span.end <= function.span.end;
  }

  std::optional<Error> fault(const lang::FunctionDecl& function, SizeValues& sizes, Graph& graph) {
    Samples samples(sizes);
    Values args;
    for (const lang::ParamDecl* param : function.params) {
      if (param->fallback != nullptr) break;
      auto value = param->type == nullptr ? std::nullopt : samples.of(*param->type);
      if (counts(function, *param)) value = Value(*sizes.named(param->name));
      if (!value) return {};
      args.push_back(*value);
    }
    Outcome outcome = interpreter_.act(
        [&] { graph = graph_of(interpreter_.value_of(function.name).function(), args); });
    if (outcome.ok() || !tells_shapes(outcome.errors.front())) return {};
    Error out = outcome.errors.front();
    std::string drawn = sizes.text();
    out.note(drawn.empty()
                 ? str("every call that the annotations of `", function.name, "` allow fails")
                 : str("the annotations of `", function.name, "` allow ", drawn));
    return out;
  }

  Source source_;
  bool wants_notes_;
  int number_ = -1;  // number of the text in the interpreter's sources
  Interpreter interpreter_;
  lang::File file_;
  std::vector<Error> errors_;
  std::vector<ShapeNote> notes_;
};

}  // namespace

ShapeFaults shape_faults(const Source& source) { return Checker(source, false).run().faults; }

ShapeNotes shape_notes(const Source& source) { return Checker(source, true).run(); }

}  // namespace rille
