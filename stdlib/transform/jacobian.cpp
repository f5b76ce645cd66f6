// jacfwd, jacrev, hessian, hvp: matrices of derivatives.
#include "jit/op.h"
#include "stdlib/array.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/wanted.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Forward mode takes a direction for each element of an argument, reverse mode one for each element
// of a result.
enum class Mode : uint64_t { forward, reverse };

struct Wish {
  Wanted wanted;
  Mode mode;
};

// The directions of an array of this type, one after the other along a new first axis.
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
  throw Error(Code::dtype, str("a matrix of derivatives is of floats, but ", what, " is ", type))
      .help("`jvp` and `vjp` take directions of complex numbers");
}

// (x...) -> (y..., of each y and each active x a matrix y.shape + x.shape).
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
    Linearized parts = linearize(graph_, active_);
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
  // The graph's own results, and what is left for the linear part.
  Vars begin(const Graph& known, size_t residuals) {
    Vars x;
    for (Var v : graph_.params) x.push_back(b_.param(graph_.type(v)));
    Vars all = inline_graph(b_, known, x);
    results_ = Vars(all.begin(), all.end() - residuals);
    return Vars(all.end() - residuals, all.end());
  }

  // The linear part in every direction of the one of `types`, none of the others. Their axis is
  // the last one of each of `ends`, the first where there are none.
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
  Types x_ = {}, y_ = {};  // what is active, and all results that have tangents
  size_t used_ = 0;        // how many of y_ are asked for
  Vars results_ = {};
};

const Value& value_in(const Traced& traced, bool aux) {
  const Value& whole = traced.outputs[0];
  if (!aux) return whole;
  if (whole.is_tuple() && whole.items().size() == 2) return whole.items()[0];
  throw Error(Code::type, str("with aux = true the function must give (value, aux), it gives ",
                              kind_text(whole)));
}

// A number of the host moves by numbers of the host; an array that was made of it keeps its dtype.
Value matrix_of(const Array& made, const Array& y, const Leaf& x) {
  if (!x.value.is_weak()) return Value::from_array(made);
  if (y.is_weak()) return Value::from_array(made.with_weak(true));
  return Value::from_array(convert(made, y.dtype()));
}

Values call_with(const Function& f, const Values& args, const Wish& wish) {
  CallTree parts = take_apart(f, args);
  Recipe recipe{.name = wish.mode == Mode::forward ? "jacfwd" : "jacrev",
                .settings = words_of(wish.wanted)};
  recipe.moves = [&](const Leaf& leaf) { return is_wanted(wish.wanted, leaf); };
  recipe.derive = [&](const Traced& traced) {
    size_t results = leaves_of({value_in(traced, wish.wanted.aux)}).size();
    Jacobian jacobian(traced.graph, active_of(traced, parts, wish.wanted), results);
    return wish.mode == Mode::forward ? std::move(jacobian).forward()
                                      : std::move(jacobian).reverse();
  };
  auto entry = entry_of(f, args, parts, recipe);
  const Traced& traced = entry->traced;
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

Function jacobian_of(const Function& f, const Value& wrt, bool aux, Mode mode) {
  Wish wish{wanted_of(f, wrt, aux), mode};
  const char* name = mode == Mode::forward ? "jacfwd" : "jacrev";
  return transformed(
      f, name, settings_of(name, wrt, aux),
      [wish](const Function& g, const Values& args) { return call_with(g, args, wish); });
}

Function jacfwd(Function f, Value wrt, bool aux) { return jacobian_of(f, wrt, aux, Mode::forward); }

Function jacrev(Function f, Value wrt, bool aux) { return jacobian_of(f, wrt, aux, Mode::reverse); }

Function hessian(Function f, Value wrt, bool aux) {
  return jacobian_of(jacobian_of(f, wrt, aux, Mode::reverse), wrt, aux, Mode::forward);
}

Value hvp(Function f, Value primals, Value tangents) {
  if (!primals.is_tuple()) {
    throw labelled(Error(Code::type, str("primals needs a tuple, one entry for each argument of ",
                                         "the function, got ", kind_text(primals))),
                   "primals");
  }
  Values wrt;
  for (size_t i = 0; i < primals.items().size(); ++i) wrt.emplace_back(static_cast<int64_t>(i));
  return jvp_of(grad_of(f, Value::tuple(std::move(wrt)), false), primals, tangents);
}

constexpr std::string_view jacobian_errors =
    "error[dtype] where an argument or a result is complex; error[value] where wrt names no "
    "parameter";
constexpr std::string_view jacobian_form =
    "the structure of f's value; each float leaf of it holds the structure of the argument, with "
    "arrays of the shapes of both, one behind the other; nil for what has no derivative";

}  // namespace

extern const Builtin jacfwd_builtin = {
    .signature = "jacfwd(f: fn, wrt: int or str or (int or str, ...) = 0, aux: bool = false) -> fn",
    .brief = "The function that gives all derivatives of f, by forward mode: best of few inputs.",
    .params = {{"f", "a pure function"},
               {"wrt", "the place or name of the parameter, or several"},
               {"aux", "f gives (value, aux); aux is handed on"}},
    .returns = jacobian_form,
    .errors = jacobian_errors,
    .example = "jacfwd(x => x ^ 2)([1.0, 2.0])\n#> [[2, 0],\n#>  [0, 4]]",
    .source = "jax.jacfwd",
    .call = bind<&jacfwd>,
};

extern const Builtin jacrev_builtin = {
    .signature = "jacrev(f: fn, wrt: int or str or (int or str, ...) = 0, aux: bool = false) -> fn",
    .brief = "The function that gives all derivatives of f, by reverse mode: best of few results.",
    .params = {{"f", "a pure function"},
               {"wrt", "the place or name of the parameter, or several"},
               {"aux", "f gives (value, aux); aux is handed on"}},
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
    .brief = "The function that gives all second derivatives of f: jacfwd(jacrev(f)).",
    .params = {{"f", "a pure function"},
               {"wrt", "the place or name of the parameter, or several"},
               {"aux", "f gives (value, aux); aux is handed on"}},
    .returns = jacobian_form,
    .errors = jacobian_errors,
    .example = "hessian(x => x[0] * x[1])([1.0, 2.0])\n#> [[0, 1],\n#>  [1, 0]]",
    .source = "jax.hessian",
    .call = bind<&hessian>,
};

extern const Builtin hvp_builtin = {
    .signature = "hvp(f: fn, primals: tuple, tangents: tuple) -> (tree, tree)",
    .brief =
        "The gradient of f and its derivative along a direction: a product with the second "
        "derivatives, without them.",
    .params = {{"f", "a pure function that gives one float"},
               {"primals", "the arguments of f"},
               {"tangents", "a direction for each argument, in its structure; nil is zero"}},
    .returns = "(gradients, products), each a tuple with an entry for each argument",
    .errors = "error[shape], error[type] where a tangent does not fit its argument",
    .example = "hvp(x => sum(x ^ 3), ([1.0, 2.0],), ([1.0, 0.0],))  #> (([3, 12],), ([6, 0],))",
    .source = "jax.jvp of jax.grad",
    .call = bind<&hvp>,
};

}  // namespace rille
