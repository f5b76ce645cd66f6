// HloScope: converts StableHLO operations to nodes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "jit/graph.h"
#include "jit/stablehlo.h"
#include "jit/stablehlo/syntax.h"
#include "vm/error.h"

namespace rille {

// A region as a graph, and the captured values that are its first params.
struct HloBody {
  Region graph;
  Vars captured;
};

// The state of a module: its functions by name, and its checks of results.
struct HloModule {
  std::map<std::string, const HloOp*, std::less<>> functions = {}, meshes = {};
  int64_t devices = 1;  // number of devices that run the current body
  struct Check {
    Var got, wanted;
    HloCheck::Tolerance means;
    Span place;
  };
  std::vector<Check> checks = {};
  const Builder* top = nullptr;  // the builder of the program itself
  Composites composites = Composites::by_name;
  int64_t room = 2'000'000;  // remaining number of operations that inlined calls may add
};

// A graph under construction, and the names visible in a block. Calls are inlined: the scope of a
// called function has its own names and the same Builder.
class HloScope {
 public:
  // Keyed by the storage of the elements, which copies of an operation share.
  using Literals = std::unordered_map<const ArrayBody*, Var>;

  HloScope(Builder& b, HloModule& module, Literals literals, int depth)
      : b(b), module(module), literals_(std::move(literals)), depth_(depth) {}

  // Emits the operations of a block; returns the operands of its return.
  Vars block(const HloRegion& region, const Vars& args);
  Vars call(std::string_view function, const Vars& args, const HloOp& from);
  const HloOp& function(std::string_view name, const HloOp& from) const;

  // The region as a graph of its own. Its params have their declared types.
  HloBody body(const HloRegion& region);
  // The same, for the body of `count` devices. The captured values are followed by the number of
  // the device, an i32.
  HloBody body_of_devices(const HloRegion& region, int64_t count);
  Var device() const { return device_; }  // none outside of such a body
  // Raises an error if the values do not have their declared types; `what` starts its message.
  void need_types(const Vars& values, const Types& said, const HloOp& op,
                  std::string_view what) const;

  Var named(const std::string& name, const HloOp& op) const;
  Var literal(const HloOp& op) const;  // the param of a literal
  void check(HloModule::Check check);

  Builder& b;
  HloModule& module;

 private:
  void emit(const HloOp& op);
  HloBody body(const HloRegion& region, bool of_devices);

  std::map<std::string, Var> names_ = {};
  Literals literals_;
  Var device_ = {};
  int depth_;  // of calls and regions
};

// The elements of an operation that is a literal.
const HloElements& literal_of(const HloOp& op);
// The literals of a region and of the functions that it calls.
std::vector<const HloOp*> literals_in(const HloRegion& region, const HloModule& module);

bool is_splat(const Array& x);  // whether all elements have the same bits
// A literal as a fill; none if it must be a param.
Var filled_literal(Builder& b, const HloOp& op);

// Emits the operation `name` with these attributes by its rule; returns nothing if it has
// none. Composites and custom calls that represent operations are read in this way.
std::optional<Vars> by_rule(HloScope& scope, const HloOp& op, std::string_view name,
                            const HloAttr* attrs, const Vars& in);

using HloFn = Vars (*)(HloScope& scope, const HloOp& op, const Vars& in);
struct HloRule {
  std::string_view name;
  HloFn fn;
};

// The rules, by kind of operation.
std::span<const HloRule> elementwise_rules();
std::span<const HloRule> movement_rules();
std::span<const HloRule> fold_rules();
std::span<const HloRule> indexing_rules();
std::span<const HloRule> product_rules();
std::span<const HloRule> control_rules();
std::span<const HloRule> composite_rules();
std::span<const HloRule> sorting_rules();
std::span<const HloRule> fourier_rules();
std::span<const HloRule> random_rules();
std::span<const HloRule> sharding_rules();
std::span<const HloRule> collective_rules();

// Raises error[name] if a name of the function is used before its definition, or defined twice in
// one region. Rules may rely on this check.
void verify_names(const HloOp& function);
std::string_view hlo_shown(std::string_view name);  // as written in the text: "%x" for "%x#0"
[[noreturn]] void refuse_unknown(std::string_view name, const HloOp& op);

// Accessors of operands and attributes. They raise error[type] at the operation if the value is
// missing or invalid.
[[noreturn]] void refuse(const HloOp& op, std::string_view why, Code code = Code::type);
void needs_operands(const HloOp& op, const Vars& in, size_t count);
Ints ints_of(const HloAttr& attr, const HloOp& op);
// The numbers of the first attribute with one of these names; `otherwise` if there is none.
Ints ints_of(const HloOp& op, std::initializer_list<std::string_view> names, Ints otherwise = {});
const HloAttr& needed(const HloOp& op, std::initializer_list<std::string_view> names);
const HloAttr& needed(const HloAttr& attr, std::initializer_list<std::string_view> names,
                      const HloOp& op);
int64_t integer_of(const HloOp& op, std::initializer_list<std::string_view> names);
bool flag_of(const HloOp& op, std::string_view name);
// The word of an attribute, or else word `number` of the unnamed words; empty if there is neither.
std::string word_of(const HloOp& op, std::string_view name, size_t number);

// x with its axes permuted; x itself if the order is the identity.
Var in_order(Builder& b, Var x, const Ints& order);
// A scalar broadcast to the type; v itself if it has the type.
Var spread(Builder& b, Var v, const Type& type);
// An array with the type of v and one integer in all elements, exact for 64 bits.
Var whole_like(Builder& b, Var v, int64_t value);
// Whether an integer is certainly between 0 and `most`, because it was clamped.
bool lies_below(const Graph& graph, Var v, int64_t most);
// The value of a fill; none if v is not a fill.
const AttrValue* filled_with(const Graph& graph, Var v);
Dtype unsigned_of(Dtype dtype);
Dtype signed_of(Dtype dtype);

// The binary operation that a region of two scalars consists of, with its params in any order;
// empty for other regions.
std::string_view combiner_of(const HloRegion& region);
// Combines x and y by an operation of that name; none if it is not a reduction operation.
Var combined(Builder& b, std::string_view name, Var x, Var y);

// Reduces xs along `axes` by an associative function of two rows: first neighboring elements, then
// neighboring pairs, in order (tree reduction).
using HloJoin = std::function<Vars(const Vars& left, const Vars& right)>;
Vars folded(Builder& b, const Vars& xs, const Ints& axes, const HloJoin& join);
// Applies the region to each element of its arguments, which have one shape.
Vars mapped(HloScope& scope, const HloRegion& region, const Vars& args);
// Integers with the total order of floats: -NaN, -inf, …, -0, 0, …, inf, NaN.
Var total_order(Builder& b, Var x);
// custom_call of ApproxTopK: the k largest elements by a comparator, computed exactly.
Vars approx_top_k(HloScope& scope, const HloOp& op, const Vars& in);
// custom_call of a LAPACK routine such as `spotrf_ffi`: JAX's decompositions on a CPU.
Vars lapack(HloScope& scope, const HloOp& op, std::string_view target, const Vars& in);
// Combines each update with the element of the one-dimensional x at its index, in order. Updates
// with indices out of range are dropped.
Var joined_at(HloScope& scope, const HloOp& op, const HloRegion& region, Var x, Var places,
              Var updates);

}  // namespace rille
