// HloScope: where StableHLO operations become nodes.
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

// A region as a graph, and the values from around it that are its first params.
struct HloBody {
  Region graph;
  Vars captured;
};

// What a whole text needs: its functions by name, and what it says of results.
struct HloModule {
  std::map<std::string, const HloOp*, std::less<>> functions = {}, meshes = {};
  int64_t devices = 1;  // that run the body which is being read
  struct Check {
    Var got, wanted;
    HloCheck::Means means;
    Span place;
  };
  std::vector<Check> checks = {};
  const Builder* top = nullptr;  // that of the program itself
  Composites composites = Composites::by_name;
  int64_t room = 2'000'000;  // operations that calls may still write out
};

// One graph that is being built, and the names that a block sees there. Calls are written out: the
// scope of a called function has names of its own and the same Builder.
class HloScope {
 public:
  // By what holds their elements: copies of an operation share it.
  using Literals = std::unordered_map<const ArrayBody*, Var>;

  HloScope(Builder& b, HloModule& module, Literals literals, int depth)
      : b(b), module(module), literals_(std::move(literals)), depth_(depth) {}

  // Emits the operations of a block; what its return names.
  Vars block(const HloRegion& region, const Vars& args);
  Vars call(std::string_view function, const Vars& args, const HloOp& from);
  const HloOp& function(std::string_view name, const HloOp& from) const;

  // The region as a graph of its own. Its params have the types that they say.
  HloBody body(const HloRegion& region);
  // The same of what each of `count` devices runs. Behind what it captures stands the number of the
  // device, an i32.
  HloBody body_of_devices(const HloRegion& region, int64_t count);
  Var device() const { return device_; }  // none outside of such a body
  // The values have the types that a text says of them; `what` they are.
  void need_types(const Vars& values, const Types& said, const HloOp& op,
                  std::string_view what) const;

  Var named(const std::string& name, const HloOp& op) const;
  Var literal(const HloOp& op) const;  // one that is a param
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

// What stands in an operation as numbers that a value is made of.
const HloElements& literal_of(const HloOp& op);
// The literals below a region that no node holds, those of called functions too.
std::vector<const HloOp*> literals_in(const HloRegion& region, const HloModule& module);

bool is_splat(const Array& x);  // whether every element has the bits of the first one
// The constant that a fill gives; none where it has to be a param.
Var filled_literal(Builder& b, const HloOp& op);

// The operation of this name with the attributes, as the rule for it reads it; nothing where there
// is none. So composites and custom calls that stand for operations become these.
std::optional<Vars> by_rule(HloScope& scope, const HloOp& op, std::string_view name,
                            const HloAttr* attrs, const Vars& in);

using HloFn = Vars (*)(HloScope& scope, const HloOp& op, const Vars& in);
struct HloRule {
  std::string_view name;
  HloFn fn;
};

// The rules, by what the operations are about.
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

// error[name] where a name of the function is used before its definition, or defined twice in one
// region; rules may follow names from there on.
void verify_names(const HloOp& function);
std::string_view hlo_shown(std::string_view name);  // as it is written, "%x" of "%x#0"
[[noreturn]] void refuse_unknown(std::string_view name, const HloOp& op);

// What rules ask of an operation. error[type] at its place where it has not what they need.
[[noreturn]] void refuse(const HloOp& op, std::string_view why, Code code = Code::type);
void needs_operands(const HloOp& op, const Vars& in, size_t count);
Ints ints_of(const HloAttr& attr, const HloOp& op);
// The numbers of an attribute with one of these names; `otherwise` where there is none.
Ints ints_of(const HloOp& op, std::initializer_list<std::string_view> names, Ints otherwise = {});
const HloAttr& needed(const HloOp& op, std::initializer_list<std::string_view> names);
const HloAttr& needed(const HloAttr& attr, std::initializer_list<std::string_view> names,
                      const HloOp& op);
int64_t integer_of(const HloOp& op, std::initializer_list<std::string_view> names);
bool flag_of(const HloOp& op, std::string_view name);
// The word of an attribute, or else word `number` of those that stand alone; empty where neither.
std::string word_of(const HloOp& op, std::string_view name, size_t number);

// x with its axes in another order; x itself where they stand so.
Var in_order(Builder& b, Var x, const Ints& order);
// A value of the type everywhere, from a scalar; v itself where it has the type.
Var spread(Builder& b, Var v, const Type& type);
// An array like v of one whole number, to the last of its 64 bits.
Var whole_like(Builder& b, Var v, int64_t value);
// Whether a whole number is between 0 and `most` for sure: one that was clamped.
bool lies_below(const Graph& graph, Var v, int64_t most);
// What a fill gives; none where the value is no fill.
const AttrValue* filled_with(const Graph& graph, Var v);
Dtype unsigned_of(Dtype dtype);
Dtype signed_of(Dtype dtype);

// The one operation of two scalars that a region is, of its own two params in any order; empty
// where it is more.
std::string_view combiner_of(const HloRegion& region);
// x and y joined by an operation of that name; none where it is not one that joins.
Var combined(Builder& b, std::string_view name, Var x, Var y);

// Elements of xs along `axes`, which the result lacks, joined by an associative function of two
// rows of them: neighbours first, then pairs of these, in order.
using HloJoin = std::function<Vars(const Vars& left, const Vars& right)>;
Vars folded(Builder& b, const Vars& xs, const Ints& axes, const HloJoin& join);
// The region, once for each element of its arguments, which have one shape.
Vars mapped(HloScope& scope, const HloRegion& region, const Vars& args);
// Whole numbers that are ordered as all floats are: -NaN, -inf, …, -0, 0, …, inf, NaN.
Var total_order(Builder& b, Var x);
// custom_call of ApproxTopK: all of the greatest k, by a comparing function.
Vars approx_top_k(HloScope& scope, const HloOp& op, const Vars& in);
// custom_call of a routine of LAPACK, `spotrf_ffi`: what JAX makes of decompositions on a CPU.
Vars lapack(HloScope& scope, const HloOp& op, std::string_view target, const Vars& in);
// x, of one axis, with each update joined to the element at its place, in order; places outside of
// x are left out.
Var joined_at(HloScope& scope, const HloOp& op, const HloRegion& region, Var x, Var places,
              Var updates);

}  // namespace rille
