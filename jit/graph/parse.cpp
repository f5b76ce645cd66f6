// Parses the text form of a graph.
#include <map>
#include <mutex>
#include <set>
#include <variant>

#include "jit/graph.h"
#include "jit/graph/reader.h"
#include "jit/graph_text.h"
#include "jit/op.h"

namespace rille {
namespace {

// Returns a name that is never freed, as attributes require.
std::string_view lasting(std::string_view name) {
  static auto& lock = *new std::mutex;
  static auto& names = *new std::set<std::string, std::less<>>;
  std::scoped_lock guard(lock);
  auto found = names.find(name);
  return found != names.end() ? *found : *names.emplace(name).first;
}

class GraphParser {
 public:
  explicit GraphParser(std::string_view text) : in_(text) {}

  Graph run() {
    in_.expect_word("graph");
    Graph graph = whole();
    if (!in_.done()) in_.fail("expected the end of the text");
    return graph;
  }

  // A node whose inputs exist already.
  Vars node_of(Builder& b, const Op& op, const Vars& in, Regions regions) {
    std::vector<Attr> attrs = this->attrs();
    if (!in_.done()) in_.fail("expected the end of the text");
    check_counts(op, in.size(), regions.size());
    return guarded([&] { return b.emit(op, in, Attrs(std::move(attrs)), std::move(regions)); });
  }

 private:
  struct GraphScope {
    Builder b;
    std::map<int64_t, Var> names = {};
  };
  struct TypedName {
    int64_t name;
    Type type;
  };

  // A text can describe nodes that no builder emits. If a rule fails on such a node, the text is at
  // fault.
  Graph whole() {
    return guarded([&] { return block(); });
  }
  template <class Make>
  std::invoke_result_t<Make> guarded(Make make) {
    try {
      return make();
    } catch (const Bug& bug) {
      in_.fail(bug.what());
    } catch (const std::bad_variant_access&) {
      in_.fail("an attribute has the wrong type");
    }
  }

  // block = '(' [named {',' named}] ')' '{' {node} 'return' [labels] '}'
  Graph block() {
    in_.enter();
    GraphScope scope;
    in_.expect('(');
    while (!in_.take(')')) {
      TypedName one = named();
      define(scope, one.name, scope.b.param(one.type));
      if (in_.peek() != ')') in_.expect(',');
    }
    in_.expect('{');
    while (in_.peek_word() != "return") node(scope);
    in_.expect_word("return");
    Vars results = labels(scope);
    in_.expect('}');
    in_.leave();
    return std::move(scope.b).finish(results);
  }

  // node = [named {',' named} '='] word [labels] {word '=' value} ['@' word] {block}
  void node(GraphScope& scope) {
    std::vector<TypedName> out;
    if (in_.peek() == '%') {
      do out.push_back(named());
      while (in_.take(','));
      in_.expect('=');
    }
    std::string_view name = in_.word();
    const Op* op = op_named(name);
    if (op == nullptr) in_.fail(str("unknown primitive '", name, "'"));
    Node node{};
    node.op = op;
    node.in = labels(scope);
    node.attrs = Attrs(attrs());
    if (in_.take('@')) node.placement = placement();
    while (in_.peek() == '(') node.regions.push_back(std::make_shared<const Graph>(block()));
    emit(scope, node, out);
  }

  Placement placement() {
    std::string_view word = in_.word();
    for (Placement one : {Placement::anywhere, Placement::near_reader, Placement::deferred}) {
      if (word == text(one)) return one;
    }
    in_.fail(str("unknown placement '", word, "'"));
  }

  std::vector<Attr> attrs() {
    std::vector<Attr> out;
    while (!in_.peek_word().empty() && in_.peek_word() != "return" && !starts_node()) {
      std::string_view key = lasting(in_.word());
      in_.expect('=');
      out.push_back({key, value()});
    }
    return out;
  }

  // A word that is not followed by '=' is the op of the next node.
  bool starts_node() {
    GraphReader ahead = in_;
    ahead.word();
    return ahead.peek() != '=';
  }

  // The numbers of inputs and regions that an op accepts, from its samples. Rules rely on the calls
  // of the op's builder, but a text may contain any call.
  struct ArityRange {
    size_t least = SIZE_MAX, most = 0;

    void add(size_t n) {
      least = std::min(least, n);
      most = std::max(most, n);
    }
    // If the numbers of the samples differ, larger numbers are possible.
    bool takes(size_t n) const { return n >= least && (least != most || n <= most); }
  };
  void check_counts(const Op& op, size_t inputs, size_t regions) {
    auto [found, fresh] = counts_.try_emplace(&op);
    auto& [in, nested] = found->second;
    if (fresh) {
      for (const Sample& sample : op.samples()) {
        in.add(sample.in.size());
        nested.add(sample.regions.size());
      }
    }
    // Ops with regions take the inputs of their regions, and check them.
    bool fits = nested.most > 0 ? inputs > 0 : in.takes(inputs);
    if (!fits) in_.fail(str(op.name, " does not take ", inputs, " inputs"));
    if (!nested.takes(regions)) in_.fail(str(op.name, " does not take ", regions, " regions"));
  }

  void emit(GraphScope& scope, const Node& node, const std::vector<TypedName>& out) {
    std::string_view name = node.op->name;
    check_counts(*node.op, node.in.size(), node.regions.size());
    Vars made = scope.b.copy(node, node.in);
    if (made.size() != out.size())
      in_.fail(str(name, " has ", made.size(), " results, not ", out.size()));
    for (size_t i = 0; i < made.size(); ++i) {
      if (scope.b.type(made[i]) != out[i].type) {
        in_.fail(str(name, " returns ", scope.b.type(made[i]), ", not ", out[i].type));
      }
      define(scope, out[i].name, made[i]);
    }
  }

  void define(GraphScope& scope, int64_t name, Var v) {
    if (!scope.names.emplace(name, v).second) in_.fail(str("%", name, " is defined twice"));
  }

  // label = '%' digits
  int64_t label() {
    in_.expect('%');
    return in_.integer();
  }
  TypedName named() {
    int64_t name = label();
    in_.expect(':');
    return {name, type()};
  }
  Vars labels(const GraphScope& scope) {
    Vars out;
    if (in_.peek() != '%') return out;
    do {
      int64_t name = label();
      auto found = scope.names.find(name);
      if (found == scope.names.end()) in_.fail(str("%", name, " is not defined"));
      out.push_back(found->second);
    } while (in_.take(','));
    return out;
  }

  // type = 'token' | ('tape' | 'ref') '[' type ']' | dtype '[' [extent {',' extent}] ']'
  Type type() { return type_named(in_.word()); }
  Type type_named(std::string_view word) {
    if (word == "token") return Type::token();
    if (word == "tape" || word == "ref") {
      in_.expect('[');
      in_.enter();
      Type element = type();
      in_.leave();
      in_.expect(']');
      return word == "tape" ? Type::tape(element) : Type::ref(element);
    }
    auto dtype = dtype_named(word);
    if (!dtype) in_.fail(str("expected a type, got '", word, "'"));
    in_.expect('[');
    return {*dtype, extents(']')};
  }
  Shape extents(char close) {
    Shape out;
    while (!in_.take(close)) {
      out.push_back(extent());
      if (in_.peek() != close) in_.expect(',');
    }
    return out;
  }

  // extent = product {('+' | '-') product}     product = factor {'*' factor}
  Extent extent() {
    Extent sum = product();
    for (;;) {
      if (in_.take('+')) {
        sum = sum + product();
      } else if (in_.take('-')) {
        sum = sum - product();
      } else {
        return sum;
      }
    }
  }
  Extent product() {
    Extent all = factor();
    while (in_.take('*')) all = all * factor();
    return all;
  }
  Extent factor() {
    if (!std::isdigit(static_cast<unsigned char>(in_.peek()))) {
      std::string_view name = in_.word();
      if (name.empty()) in_.fail("expected an extent");
      return Extent::named(name);
    }
    return {in_.integer()};
  }

  // value = text | '[' ints ']' | '(' extents ')' | 'true' | 'false' | graph | type | dtype |
  // number
  AttrValue value() {
    char c = in_.peek();
    if (c == '"') return in_.quoted();
    if (in_.take('[')) return ints();
    if (in_.take('(')) return extents(')');
    std::string_view word = in_.peek_word();
    if (word == "true" || word == "false") return in_.word() == "true";
    if (word == "graph") {
      in_.word();
      return std::make_shared<const Graph>(block());
    }
    bool kind = dtype_named(word).has_value() || word == "token" || word == "tape" || word == "ref";
    return kind ? dtype_or_type() : number();
  }
  AttrValue dtype_or_type() {
    std::string_view word = in_.word();
    if (word == "token" || in_.peek() == '[') return type_named(word);
    auto dtype = dtype_named(word);
    if (!dtype) in_.fail("expected a type");
    return *dtype;
  }
  Ints ints() {
    Ints out;
    while (!in_.take(']')) {
      out.push_back(in_.integer());
      if (in_.peek() != ']') in_.expect(',');
    }
    return out;
  }
  AttrValue number() {
    std::string_view word = in_.numeral();
    const char *first = word.data(), *last = first + word.size();
    if (word.find_first_of(".en") == std::string_view::npos) {
      int64_t whole = 0;
      if (std::from_chars(first, last, whole).ptr == last && !word.empty()) return whole;
    } else {
      double real = 0;
      if (std::from_chars(first, last, real).ptr == last) return real;
    }
    in_.fail(str("expected a value, got '", word, "'"));
  }

  GraphReader in_;
  std::map<const Op*, std::pair<ArityRange, ArityRange>> counts_ = {};
};

}  // namespace

Graph parse_graph(std::string_view text) { return GraphParser(text).run(); }

Vars emit_words(Builder& b, const Op& op, const Vars& in, std::string_view attrs, Regions regions) {
  return GraphParser(attrs).node_of(b, op, in, std::move(regions));
}

}  // namespace rille
