// jacfwd, jacrev, hessian, hvp: Jacobians and Hessians.
#include "jit/op.h"
#include "stdlib/array.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/diff_arguments.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Forward mode evaluates one tangent vector per element of an argument, reverse mode one cotangent
// vector per element of a result.
enum class JacobianMode : uint64_t { forward, reverse };

struct JacobianOptions {
  DiffArguments wanted;
  JacobianMode mode;
};

// The standard basis of the arrays of this type, stacked along a new first axis.
Var directions(Builder& b, const Type& type, Extent count) {
  Type square(Dtype::i32, Shape{count, count});
  Var ones =
      op::convert(b, op::eq(b, op::iota(b, square, 0), op::iota(b, square, 1)), type.dtype());
  Shape shape = type.shape();
  shape.insert(shape.begin(), count);
  return op::reshape(b, ones, shape);
}

Extent count_of(const Type& type) {
  Extent out = 1;
  for (Extent extent : type.shape()) out = out * extent;
  return out;
}

void need_real(const Type& type, std::string_view what) {
  if (!is_complex(type.dtype())) return;
  throw Error(Code::dtype, str("Jacobian: ", what, " is ", type, ", expected a real dtype"))
      .help("use `jvp` or `vjp` for complex derivatives");
}

// (x...) -> (y..., a Jacobian of shape y.shape + x.shape for each y and each active x).
class Jacobian {
 public:
  Jacobian(const Graph& graph, const std::vector<bool>& active, size_t results)
      : graph_(graph), active_(active), wanted_(results), b_(graph.origin) {
    for (size_t i = 0; i < graph.params.size(); ++i) {
      if (active[i]) need_real(x_.emplace_back(graph.type(graph.params[i])), "an argument");
    }
    for (size_t i = 0; i < graph.results.size(); ++i) {
      Type type = graph.type(graph.results[i]);
      if (!has_tangent(type)) continue;
      if (i < results) need_real(type, "a result");
      y_.push_back(type);
      used_ += i < results ? 1 : 0;
    }
  }

  Graph forward() && {
    Linearization parts = linearize(graph_, active_);
    Vars in = begin(parts.known, parts.residuals), columns;
    for (size_t j = 0; j < x_.size(); ++j) {
      Vars dy = mapped(parts.linear, in, x_, j, y_);
      columns.append(dy.begin(), dy.begin() + used_);
    }
    for (size_t i = 0; i < used_; ++i) {
      for (size_t j = 0; j < x_.size(); ++j) put(columns[j * used_ + i], y_[i], x_[j]);
    }
    return std::move(b_).finish(results_);
  }

  Graph reverse() && {
    Vjp parts = vjp(graph_, active_);
    Vars in = begin(parts.forward, parts.residuals);
    for (size_t i = 0; i < used_; ++i) {
      Vars rows = mapped(parts.backward, in, y_, i, {});
      for (size_t j = 0; j < x_.size(); ++j) put(rows[j], y_[i], x_[j]);
    }
    return std::move(b_).finish(results_);
  }

 private:
  // Inlines the primal part: results_ receives the results of the graph. Returns the residuals.
  Vars begin(const Graph& known, size_t residuals) {
    Vars x;
    for (Var v : graph_.params) x.push_back(b_.param(graph_.type(v)));
    Vars all = inline_graph(b_, known, x);
    results_ = Vars(all.begin(), all.end() - residuals);
    return Vars(all.end() - residuals, all.end());
  }

  // The linear part, vmapped over the standard basis of types[at]; the other inputs are zero. The
  // mapped axis is the last axis of each result in `ends`, or the first if `ends` is empty.
  Vars mapped(const Graph& linear, const Vars& residuals, const Types& types, size_t at,
              const Types& ends) {
    Extent count = count_of(types[at]);
    BatchAxes axes{.in = std::vector<int>(residuals.size(), -1)};
    Vars in = residuals;
    for (size_t i = 0; i < types.size(); ++i) {
      axes.in.push_back(i == at ? 0 : -1);
      in.push_back(i == at ? directions(b_, types[i], count) : op::fill(b_, types[i], 0.0));
    }
    for (const Type& type : ends) axes.out.push_back(type.rank());
    return inline_graph(b_, vmap(linear, count, axes), in);
  }

  void put(Var matrix, const Type& y, const Type& x) {
    Shape shape = y.shape();
    shape.insert(shape.end(), x.shape().begin(), x.shape().end());
    results_.push_back(op::reshape(b_, matrix, shape));
  }

  const Graph& graph_;
  std::vector<bool> active_;
  size_t wanted_;
  Builder b_;
  Types x_ = {}, y_ = {};  // types of the active params, and of all results that have tangents
  size_t used_ = 0;        // number of results in y_ whose Jacobians are requested
  Vars results_ = {};
};

const Value& value_in(const TracedFunction& traced, bool aux) {
  const Value& whole = traced.outputs[0];
  if (!aux) return whole;
  if (whole.is_tuple() && whole.items().size() == 2) return whole.items()[0];
  throw Error(Code::type, str("the differentiated function returned ", kind_text(whole),
                              ", expected a tuple (value, aux), because `aux` is true"));
}

// The derivative of a host scalar by a host scalar is a host scalar; the derivative of an array by
// a host scalar has the dtype of the array.
Value matrix_of(const Array& made, const Array& y, const Leaf& x) {
  if (!x.value.is_weak()) return Value::from_array(made);
  if (y.is_weak()) return Value::from_array(made.with_weak(true));
  return Value::from_array(convert(made, y.dtype()));
}

Values call_with(const Function& f, const Values& args, const JacobianOptions& wish) {
  CallTree parts = take_apart(f, args);
  TransformSpec recipe{.name = wish.mode == JacobianMode::forward ? "jacfwd" : "jacrev",
                       .settings = words_of(wish.wanted)};
  recipe.moves = [&](const Leaf& leaf) { return is_wanted(wish.wanted, leaf); };
  recipe.derive = [&](const TracedFunction& traced) {
    size_t results = leaves_of({value_in(traced, wish.wanted.aux)}).size();
    Jacobian jacobian(traced.graph, active_of(traced, parts, wish.wanted), results);
    return wish.mode == JacobianMode::forward ? std::move(jacobian).forward()
                                              : std::move(jacobian).reverse();
  };
  auto entry = entry_of(f, args, parts, recipe);
  const TracedFunction& traced = entry->traced;
  std::vector<Array> all = entry->run(parts);
  size_t next = traced.graph.results.size(), leaf = 0;
  auto active = active_of(traced, parts, wish.wanted);
  auto columns = static_cast<size_t>(std::ranges::count(active, true));
  Values outputs = outputs_of(traced, all, parts);
  Value tree = with_leaves(value_in(traced, wish.wanted.aux), leaf, [&](size_t, const Value& y) {
    Array like = y.as_array();
    if (!has_tangent(like.type())) return Value();
    Value row = wanted_tree(wish.wanted, args, parts, traced, [&](size_t at, const Leaf& x) {
      return matrix_of(all[next + at], like, x);
    });
    next += columns;
    return row;
  });
  outputs[0] = wish.wanted.aux ? Value::tuple({tree, outputs[0].items()[1]}) : tree;
  return outputs;
}

Function jacobian_of(const Function& f, const Value& wrt, bool aux, JacobianMode mode) {
  JacobianOptions wish{wanted_of(f, wrt, aux), mode};
  const char* name = mode == JacobianMode::forward ? "jacfwd" : "jacrev";
  return transformed(
      f, name, settings_of(name, wrt, aux),
      [wish](const Function& g, const Values& args) { return call_with(g, args, wish); });
}

Function jacfwd(Function f, Value wrt, bool aux) {
  return jacobian_of(f, wrt, aux, JacobianMode::forward);
}

Function jacrev(Function f, Value wrt, bool aux) {
  return jacobian_of(f, wrt, aux, JacobianMode::reverse);
}

Function hessian(Function f, Value wrt, bool aux) {
  return jacobian_of(jacobian_of(f, wrt, aux, JacobianMode::reverse), wrt, aux,
                     JacobianMode::forward);
}

Value hvp(Function f, Value primals, Value tangents) {
  if (!primals.is_tuple()) {
    throw labelled(Error(Code::type, str("hvp: `primals` is ", kind_text(primals),
                                         ", expected a tuple with one entry per argument of `f`")),
                   "primals");
  }
  Values wrt;
  for (size_t i = 0; i < primals.items().size(); ++i) wrt.emplace_back(static_cast<int64_t>(i));
  return jvp_of(grad_of(f, Value::tuple(std::move(wrt)), false), primals, tangents);
}

constexpr std::string_view jacobian_errors =
    "error[dtype] if an argument or a result is complex; error[value] if `wrt` is not a parameter "
    "of `f`";
constexpr std::string_view jacobian_form =
    "a function of the same parameters. It returns the structure of the value of `f`, in which "
    "each float leaf y is replaced by the structure of the argument with Jacobians of shape "
    "y.shape + x.shape; the entry is nil if y or x has no derivative";

}  // namespace

extern const Builtin jacfwd_builtin = {
    .signature = "jacfwd(f: fn, wrt: int or str or (int or str, ...) = 0, aux: bool = false) -> fn",
    .brief =
        "Creates a function that computes the Jacobian of `f` by forward mode. It is efficient for "
        "few inputs and many outputs.",
    .params = {{"f", "Pure function."},
               {"wrt",
                "Position (negative from the end) or name of the parameter to differentiate with "
                "respect to, or a tuple of these."},
               {"aux",
                "If true, `f` returns (value, aux) and the new function returns (derivative, aux). "
                "Only the value is differentiated."}},
    .returns = jacobian_form,
    .errors = jacobian_errors,
    .example = "jacfwd(x => x ^ 2)([1.0, 2.0])\n#> [[2, 0],\n#>  [0, 4]]",
    .source = "jax.jacfwd",
    .call = bind<&jacfwd>,
};

extern const Builtin jacrev_builtin = {
    .signature = "jacrev(f: fn, wrt: int or str or (int or str, ...) = 0, aux: bool = false) -> fn",
    .brief =
        "Creates a function that computes the Jacobian of `f` by reverse mode. It is efficient for "
        "few outputs and many inputs.",
    .params = {{"f", "Pure function."},
               {"wrt",
                "Position (negative from the end) or name of the parameter to differentiate with "
                "respect to, or a tuple of these."},
               {"aux",
                "If true, `f` returns (value, aux) and the new function returns (derivative, aux). "
                "Only the value is differentiated."}},
    .returns = jacobian_form,
    .errors = jacobian_errors,
    .example = "jacrev(x => sum(x ^ 2))([1.0, 2.0])  #> [2, 4]",
    .source = "jax.jacrev",
    .call = bind<&jacrev>,
};

extern const Builtin hessian_builtin = {
    .signature =
        "hessian(f: fn, wrt: int or str or (int or str, ...) = 0, aux: bool = false) -> "
        "fn",
    .brief =
        "Creates a function that computes the Hessian of `f`. It is the same as "
        "`jacfwd(jacrev(f))`.",
    .params = {{"f", "Pure function."},
               {"wrt",
                "Position (negative from the end) or name of the parameter to differentiate with "
                "respect to, or a tuple of these."},
               {"aux",
                "If true, `f` returns (value, aux) and the new function returns (derivative, aux). "
                "Only the value is differentiated."}},
    .returns = jacobian_form,
    .errors = jacobian_errors,
    .example = "hessian(x => x[0] * x[1])([1.0, 2.0])\n#> [[0, 1],\n#>  [1, 0]]",
    .source = "jax.hessian",
    .call = bind<&hessian>,
};

extern const Builtin hvp_builtin = {
    .signature = "hvp(f: fn, primals: tuple, tangents: tuple) -> (tree, tree)",
    .brief = "Computes the gradient of `f` and a Hessian-vector product. The Hessian is not built.",
    .params = {{"f", "Pure function that returns a scalar float."},
               {"primals", "Arguments of `f`, as a tuple."},
               {"tangents",
                "Tuple with one tangent vector per argument, in the structure of the argument. nil "
                "stands for zero."}},
    .returns = "(gradients, products), two tuples with one entry per argument",
    .errors =
        "error[shape] or error[type] if a tangent differs in shape or structure from its argument",
    .example = "hvp(x => sum(x ^ 3), ([1.0, 2.0],), ([1.0, 0.0],))  #> (([3, 12],), ([6, 0],))",
    .source = "jax.jvp of jax.grad",
    .call = bind<&hvp>,
};

}  // namespace rille
