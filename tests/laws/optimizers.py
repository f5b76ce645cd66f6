"""Property-based test: steps of an optimizer have the same bits in every mode: eager, each step
compiled, all in a compiled loop, and continued from a checkpoint. Params and state keep their types
and shapes. A leaf without a gradient is unchanged, with weight decay and momentum too.

Random cases: an optimizer of the library, alone, in a chain, or in wrappers, its hyperparameters, a
tree of params, their dtypes, the gradients.
"""
from law import Law

law = Law(__doc__)
R = law.random
STEPS = 6


def number(low, high):
    return f"{R.uniform(low, high):.3g}" if R.random() < 0.8 else f"f32({R.uniform(low, high):.3g})"


def rate():
    return R.choice([number(0.01, 0.5), f"t => {number(0.01, 0.5)} / (t + 1.0)",
                     f"optim.cosine_decay_schedule({R.uniform(0.01, 0.5):.3g}, 9)"])


def flag():
    return R.choice(["true", "false"])


def mask():
    return R.choice(["nil", 'path => path == "w"', 'path => path != "b"', TREE])


TREE = "(b = true, c = (false, true), w = true)"  # of bools, in the structure of the params


def kind():
    return R.choice(["nil", "f32", "bf16", "f64"])


def search():
    return R.choice(["nil", '"zoom"', '"backtracking"', "optim.scale_by_zoom_linesearch(4)",
                     "optim.scale_by_backtracking_linesearch(3)"])


def alias():
    b1, b2 = f"b1 = {number(0.1, 0.95)}", f"b2 = {number(0.1, 0.999)}"
    decay = f"weight_decay = {rate()}, mask = {mask()}"
    lr = f"lr = {rate()}"
    return R.choice([
        f"optim.sgd({lr})", f"optim.sgd({lr}, momentum = {number(0.1, 0.9)}, nesterov = {flag()}, "
        f"accumulator_dtype = {kind()})",
        f"optim.adam({lr}, {b1}, {b2}, eps_root = 1e-6, mu_dtype = {kind()}, nesterov = {flag()})",
        f"optim.adamw({lr}, {b1}, {decay})", f"optim.nadam({lr}, {b2})",
        f"optim.nadamw({lr}, {decay})", f"optim.adamax({lr}, {b1})",
        f"optim.adamaxw({lr}, {decay})", f"optim.amsgrad({lr}, bias_correction_mu = {flag()}, "
        f"bias_correction_nu = {flag()})", f"optim.adabelief({lr}, {b1}, nesterov = {flag()})",
        f"optim.adan({lr}, {b1}, {decay})", f"optim.radam({lr}, threshold = {number(0.5, 6)})",
        f"optim.yogi({lr}, {b2})", f"optim.novograd({lr}, weight_decay = {number(0, 0.3)})",
        f"optim.lamb({lr}, {decay})", f"optim.optimistic_adam(lr = {number(0.01, 0.3)})",
        f"optim.optimistic_adam_v2({lr})", f"optim.optimistic_gradient_descent({lr})",
        f"optim.noisy_sgd({lr}, eta = 0.01, key = rng.key({R.randrange(99)}))",
        f"optim.sign_sgd({lr})", f"optim.signum({lr}, accumulator_dtype = {kind()})",
        f"optim.lion({lr}, {b1}, {decay})", f"optim.rprop(lr = {number(0.01, 0.3)})",
        f"optim.rmsprop({lr}, eps_in_sqrt = {flag()}, centered = {flag()}, eps = 0.1, "
        f"momentum = {R.choice(['nil', '0.5'])}, bias_correction = {flag()})",
        f"optim.adagrad({lr})", f"optim.adadelta({lr}, {decay})",
        f"optim.sm3(lr = {number(0.01, 0.5)})",
        f"optim.adafactor({lr}, min_dim_size_to_factor = {R.choice([2, 128])}, momentum = "
        f"{R.choice(['nil', '0.5'])}, weight_decay_rate = {R.choice(['nil', '0.1'])})",
        f"optim.lars({lr}, weight_decay = 0.1, weight_decay_mask = {mask()})",
        f"optim.fromage({lr})", "optim.polyak_sgd()", f"optim.lbfgs({lr}, memory_size = 2, "
        f"linesearch = {search()})", f"optim.ademamix({lr}, mu_dtype = {kind()})",
        f"optim.simplified_ademamix({lr}, {decay})", f"optim.adopt({lr}, nesterov = {flag()})",
        f"optim.acprop({lr})", f"optim.madgrad({lr}, weight_decay = 0.1)",
        f"optim.dog({lr}, init_step = \"{R.choice(['heuristic', 'distance', 'learning_rate'])}\")",
        f"optim.dowg({lr}, weight_decay = 0.1)", f"optim.dadapt_adamw({lr}, estim_lr0 = 0.01)",
        f"optim.prodigy({lr}, estim_lr0 = 0.01, safeguard_warmup = {flag()})",
        f"optim.schedule_free_sgd({lr}, state_dtype = {kind()})",
        f"optim.schedule_free_sgd(lr = 0.1, warmup_steps = {R.randrange(1, 5)})",
        f"optim.schedule_free_adamw({lr})", f"optim.momo({lr}, adapt_lower_bound = {flag()})",
        f"optim.momo_adam({lr}, weight_decay = 0.1, adapt_lower_bound = {flag()})",
        f"optim.chain(optim.reduce_on_plateau(0.5, 1, cooldown = 1), optim.scale(-0.1))",
        f"optim.muon({lr}, ns_coeffs = {coefficients()}, ns_steps = 2, nesterov = {flag()}, "
        f"adaptive = {flag()}, mu_dtype = {kind()}, preconditioning = \"{R.choice(NORMS)}\", "
        f"weight_decay = 0.1, weight_decay_mask = {mask()}, muon_weight_dimension_numbers = "
        f"{dimensions()}, consistent_rms = {R.choice(['nil', '0.2'])})",
        f"optim.sophia({lr}, update_interval = {R.randrange(1, 4)}, clip_threshold = "
        f"{R.choice(['nil', '0.5'])}, eps = 0.1, mu_dtype = {kind()})",
        f"optim.cocob({lr}, alpha = {number(1, 9)}, eps = 0.1)",
        f"optim.galore({lr}, rank = {R.randrange(1, 4)}, update_proj_gap = {R.randrange(1, 4)}, "
        f"weight_dimension_numbers = {dimensions()})"])


NORMS = ["frobenius", "spectral", "aol", "schatten"]


def coefficients():
    return R.choice(['"standard"', '"dion"', "(3.0, -4.0, 1.75)",
                     "((4.0, -6.0, 3.0), (2.0, -1.5, 0.5))"])


def dimensions():
    return R.choice(["nil", "path => nil", 'path => if path == "c[1]" { (reduction_axis = (), '
                     'output_axis = 0) } else { nil }'])


def of_line():
    """An optimizer in one line, without parts."""
    return alias().replace(TREE, "nil")


def rule():
    return R.choice([
        "optim.identity()", "optim.set_to_zero()", f"optim.scale({number(-1, 1)})",
        f"optim.trace({number(0.1, 0.9)})", f"optim.ema(0.5, debias = {flag()})",
        f"optim.apply_every({R.randrange(1, 4)})", "optim.clip(0.3)",
        "optim.clip_by_block_rms(0.3)", f"optim.clip_by_global_norm({number(0.1, 2)})",
        "optim.adaptive_grad_clip(0.2)", "optim.centralize()", "optim.normalize_by_update_norm()",
        f"optim.add_decayed_weights({rate()}, {mask()})", "optim.keep_params_nonnegative()",
        "optim.zero_nans()", "optim.scale_by_param_block_norm()",
        "optim.scale_by_param_block_rms()", "optim.scale_by_trust_ratio()",
        "optim.scale_by_distance_over_gradients(0.1)", 'optim.scale_by_lion(mode = "refined")',
        "optim.scale_by_schedule(t => 0.5 + 0.1 * t)", 'optim.snapshot("h", height)',
        "optim.monitor((h = height, mean = optim.measure_with_ema(height, 0.5)))"])


def optimizer(depth=2):
    if depth == 0:
        return alias()
    inner, some = optimizer(depth - 1), R.choice(["masked", "freeze_except"])
    return R.choice([
        alias(), alias(), f"optim.chain({rule()}, {inner})", f"optim.chain({inner}, {rule()})",
        f"optim.{some}({inner}, {mask()})",
        f"optim.multi_steps({inner}, {R.choice(['2', '3', 'n => 1 + n'])}, "
        f"use_grad_mean = {flag()}, accumulator_dtype = {kind()})",
        f"optim.multi_steps({inner}, 2, should_skip_update_fn = "
        "(g, n, p) => optim.skip_large_updates(g, max_squared_norm = 2.0))",
        f"optim.apply_if_finite({inner}, 1)",
        f"optim.conditionally_transform({inner}, n => n % 2 == 0)",
        f"optim.conditionally_mask({inner}, n => n % 3 < 2)", f"optim.flatten({of_line()})",
        f"optim.partition((x = {inner}, y = {alias()}), "
        'path => if path == "w" { "x" } else { "y" })',
        f"optim.named_chain(dict(a = {rule()}, b = {inner}))",
        f"optim.inject(optim.adam(), (lr = {rate()}, b1 = t => 0.5 + 0.01 * t))",
        f"optim.chain(optim.freeze({mask()}), {inner})",
        f"optim.mechanize({inner}, {number(0, 0.1)}, s_init = 0.1, num_betas = "
        f"{R.randrange(1, 5)})",
        f"optim.lookahead({inner}, {R.randrange(1, 4)}, {number(0.2, 0.9)}, {flag()})",
        f"optim.sam({inner}, {alias()}, {R.randrange(1, 4)}, {flag()}, {flag()})"])


def values(count, low, high):
    return [R.uniform(low, high) for _ in range(count)]


def array(dtype, dims, low, high):
    count = 1
    for n in dims:
        count *= n
    flat = ", ".join(f"{x:.4g}" for x in values(count, low, high))
    return f"{dtype}(reshape([{flat}], {script(dims)}))"


def script(dims):
    return "(" + "".join(f"{n}, " for n in dims) + ")"


HEAD = f"""
fn height(q) = tree.reduce((a, b) => a + b, tree.map(x => sum(f32(x) ^ 2), q))
fn down(inout o, inout q, g) {{ o.update!(&q, g, value = 1.5, value_fn = height) }}
fn at(g, i) = tree.map(x => x[i], g)
fn plain(o, q, g) {{
  var o = o
  var q = q
  for i in 0..{STEPS} {{ down(&o, &q, at(g, i)) }}
  (q, o)
}}
fn compiled(o, q, g) {{
  let step = jit(down)
  var o = o
  var q = q
  step(&o, &q, at(g, 0))
  let traces = step.cache().traces
  for i in 1..{STEPS} {{ step(&o, &q, at(g, i)) }}
  assert step.cache().traces == traces
  (q, o)
}}
proc resumed(o, q, g, path) {{
  var a = o
  var b = q
  for i in 0..{STEPS // 2} {{ down(&a, &b, at(g, i)) }}
  ckpt.save(path, (o = a, q = b))
  var r = ckpt.load(path, like = (o = o, q = q))
  for i in {STEPS // 2}..{STEPS} {{ down(&r.o, &r.q, at(g, i)) }}
  (r.q, r.o)
}}
fn types(x) = ("{{y.dtype}}{{shape(y)}}" for y in tree.leaves(x))
fn shape(y) = y.shape
proc say(i, form, f) {{
  let r = try(f)
  if r.ok {{ print("@{{i}} {{form}}: {{r.value}}") }}
  else {{ print("@{{i}} {{form}}: error {{r.error.kind}} {{r.error.message}}") }}
}}
"""


def program(number, text):
    dtype = R.choice(["f32", "f32", "f64", "bf16"])
    dims = {"w": R.choice([(3,), (2, 3), (1, 2, 2)]), "b": R.choice([(1,), (4,)])}
    c = R.choice(["0.5", array(dtype, (2,), -1, 1)])
    scalar = c == "0.5"
    one = () if scalar else (2,)
    p = (f"(w = {array(dtype, dims['w'], -1, 1)}, b = {array(dtype, dims['b'], -1, 1)}, "
         f"c = ({c}, {array('f32', (2,), -1, 1)}))")

    def grad(kind, shape):
        return array(kind, (STEPS, *shape), -2, 2)

    g = (f"(w = {grad(dtype, dims['w'])}, b = {grad(dtype, dims['b'])}, "
         f"c = ({grad('f32' if scalar else dtype, one)}, {grad('f32', (2,))}))")
    path = law.folder / f"{number}.safetensors"
    lines = [f"let p{number} = {p}", f"let g{number} = {g}",
             f"let o{number} = optim.optimizer({text}, p{number})"]
    ask = [("plain", f"plain(o{number}, p{number}, g{number})"),
           ("compiled", f"compiled(o{number}, p{number}, g{number})"),
           ("loop", f"jit(plain)(o{number}, p{number}, g{number})"),
           ("resumed", f'resumed(o{number}, p{number}, g{number}, "{path}")'),
           ("types before", f"types((p{number}, o{number}))"),
           ("types", f"types(plain(o{number}, p{number}, g{number}))"),
           ("nil", "{ " + f"var o = o{number}; var q = p{number}; let g = at(g{number}, 0); "
            f"down(&o, &q, g); let b = q.b; down(&o, &q, (w = g.w, b = nil, c = g.c)); "
            f"same(q.b, b)" + " }")]
    return lines + [f'say({number}, "{form}", () => {code})' for form, code in ask]


FORMS = ("plain", "compiled", "loop", "resumed", "types before", "types", "nil")


def judge(case, program, mine, said):
    if mine["plain"] is None or mine["plain"].startswith("error"):
        return law.expect(False, f"{case} runs", f"{program}\n{mine['plain']}\n{said[-600:]}")
    for form in ("compiled", "loop", "resumed"):
        law.expect(mine[form] == mine["plain"], f"{case}: {form} steps are the plain ones",
                   f"{program}\n{form}: {mine[form]}\nplain: {mine['plain']}")
    law.expect(mine["types"] == mine["types before"], f"{case}: params and state keep their types",
               f"{program}\n{mine['types before']}\n{mine['types']}")
    if "flatten" not in case:
        law.expect(mine["nil"] == "true", f"{case}: without a gradient a leaf stays",
                   f"{program}\n{mine['nil']}")


cases = [optimizer(R.choice([0, 1, 1, 2])) for _ in range(law.count(60))]
SHARE = 15  # cases in one process
for first in range(0, len(cases), SHARE):
    part = cases[first:first + SHARE]
    programs = ["\n".join(program(i, case)) for i, case in enumerate(part)]
    status, out, said = law.run(HEAD + "\n".join(programs), limit_s=400)
    answers = {}
    for piece in ("\n" + out).split("\n@")[1:]:
        head, _, rest = piece.partition(": ")
        answers[head] = rest.strip()
    for i, case in enumerate(part):
        judge(case, programs[i], {form: answers.get(f"{i} {form}") for form in FORMS}, said)
law.done()
