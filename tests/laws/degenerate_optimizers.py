"""Property-based test of optimizers on degenerate inputs: no parameter becomes NaN or inf if the
objective is finite, zero gradients take no step without decay, and later gradients still do; f16
and bf16 parameters move as f32 ones, since moments are stored in f32.

The test selects each optimizer and gradient transformation of the library, alone and in wrappers;
zero, first-zero, tiny, and large gradients; zero parameters; scalars, one element, empty arrays;
f64, f32, bf16, f16. The oracles: finiteness, parameters that are unchanged bit by bit, Adam in
plain Python, and f32 runs for narrow dtypes.
"""
import math
import re

from law import Law

law = Law(__doc__)
R = law.random
STEPS = 5
NO_DECAY = "weight_decay = 0.0"
# Every optimizer with arguments for which a zero gradient takes no step.
PLAIN = [
    "sgd(lr = 0.1)", "sgd(lr = 0.1, momentum = 0.9)", "adam(lr = 0.1)",
    f"adamw(lr = 0.1, {NO_DECAY})",
    "adam(lr = 0.1, nesterov = true)", f"lion(lr = 0.1, {NO_DECAY})", "rmsprop(lr = 0.1)",
    "rmsprop(lr = 0.1, centered = true)", "rmsprop(lr = 0.1, bias_correction = true)",
    "rmsprop(lr = 0.1, centered = true, momentum = 0.5, bias_correction = true)",
    "adagrad(lr = 0.1)", "adagrad(lr = 0.1, initial_accumulator_value = 0.0, eps = 0.0)",
    "adafactor(lr = 0.1)", "adafactor(lr = 0.1, min_dim_size_to_factor = 2)",
    f"lamb(lr = 0.1, {NO_DECAY})", f"lars(lr = 0.1, {NO_DECAY})", "nadam(lr = 0.1)",
    f"nadamw(lr = 0.1, {NO_DECAY})", "radam(lr = 0.1)", "amsgrad(lr = 0.1)", "adamax(lr = 0.1)",
    f"adamaxw(lr = 0.1, {NO_DECAY})", "adabelief(lr = 0.1)", "adadelta(lr = 0.1)",
    f"adan(lr = 0.1, {NO_DECAY})", "acprop(lr = 0.1)", f"ademamix(lr = 0.1, {NO_DECAY})",
    f"simplified_ademamix(lr = 0.1, {NO_DECAY})", "adopt(lr = 0.1)", "cocob(lr = 0.1)",
    "dadapt_adamw()", "dog(lr = 1.0)", "dowg(lr = 1.0)", f"galore(lr = 0.1, rank = 1, {NO_DECAY})",
    "lbfgs()", 'lbfgs(linesearch = "backtracking")', "lbfgs(lr = 0.1, linesearch = nil)",
    "madgrad(lr = 0.1)", f"momo(lr = 0.1)", "momo_adam(lr = 0.1)",
    "momo(lr = 0.1, adapt_lower_bound = true)", "momo_adam(lr = 0.1, adapt_lower_bound = true)",
    "novograd(lr = 0.1)", "optimistic_adam(lr = 0.1)", "optimistic_adam_v2(lr = 0.1)",
    "optimistic_gradient_descent(lr = 0.1)", "polyak_sgd()", "prodigy()",
    "prodigy(safeguard_warmup = true)", "rprop(lr = 0.1)", f"schedule_free_adamw(lr = 0.1)",
    "schedule_free_sgd(lr = 0.1)", "schedule_free_sgd(lr = 0.1, warmup_steps = 3)",
    "sign_sgd(lr = 0.1)", "signum(lr = 0.1)", "sm3(lr = 0.1)",
    f"sophia(lr = 0.1, {NO_DECAY})", "muon(lr = 0.1)",
    'muon(lr = 0.1, preconditioning = "spectral")', 'muon(lr = 0.1, preconditioning = "aol")',
    'muon(lr = 0.1, preconditioning = "schatten", adaptive = true)']
# Gradient transformations, each before a step of plain gradient descent.
RULES = [
    "clip(0.3)", "clip_by_block_rms(0.3)", "clip_by_global_norm(0.5)", "adaptive_grad_clip(0.2)",
    "normalize()", "normalize_by_update_norm()", "normalize_by_update_norm(2.0, eps = 0.0)",
    "centralize()", "zero_nans()", "scale_by_param_block_norm()", "scale_by_param_block_rms()",
    "scale_by_trust_ratio()", "scale_by_trust_ratio(min_norm = 1e-3)", "scale_by_stddev()",
    "scale_by_distance_over_gradients(0.1)", "scale_by_distance_over_gradients(0.1, eps = 0.0)",
    "scale_by_stddev(eps = 0.0)", "scale_by_rms(eps = 0.0)", "scale_by_rms(eps_in_sqrt = false)",
    "scale_by_rss(0.0)", "scale_by_adam(eps = 0.0)", "scale_by_amsgrad(eps = 0.0)",
    "scale_by_adamax(eps = 0.0)", "scale_by_belief(eps = 0.0, eps_root = 0.0)",
    "scale_by_yogi(eps = 0.0, initial_accumulator_value = 0.0)", "scale_by_radam(eps = 0.0)",
    "scale_by_adadelta(eps = 0.0)", "scale_by_adan(eps = 0.0)", "scale_by_sm3(eps = 0.0)",
    "scale_by_factored_rms(epsilon = 0.0)", "scale_by_ademamix(eps = 0.0)",
    "scale_by_factored_rms(epsilon = 0.0, min_dim_size_to_factor = 2)",
    "scale_by_simplified_ademamix(eps = 0.0)", "scale_by_adopt(eps = 0.0)",
    "scale_by_acprop(eps = 0.0)", "scale_by_novograd(eps = 0.0)",
    'scale_by_dog("distance", 1.0, 0.0)',
    "scale_by_dowg(0.0, 0.0)", "scale_by_lion()", "scale_by_optimistic_gradient()",
    "scale_by_polyak()", "ema(0.5)", "trace(0.5)", "scale_by_muon(eps = 0.0)",
    'scale_by_muon(eps = 0.0, preconditioning = "aol")',
    'scale_by_muon(eps = 0.0, preconditioning = "schatten")',
    'scale_by_muon(eps = 0.0, preconditioning = "spectral")']
# These decay, start with a nonzero moment, or add noise.
DECAYING = [
    "yogi(lr = 0.1)",  # its second moment starts at 1e-6, as in Optax
    "adamw(lr = 0.1)", "lamb(lr = 0.1)", "lars(lr = 0.1)", "lars(lr = 0.1, weight_decay = 0.1)",
    "fromage(lr = 0.1)", "fromage(lr = 0.1, min_norm = 0.0)",
    "novograd(lr = 0.1, weight_decay = 0.1)",
    "noisy_sgd(lr = 0.1, key = rng.key(1))", "adafactor(lr = 0.1, weight_decay_rate = 0.1)"]
# Their narrow runs differ from f32 runs by design: signs of noise, searches, rankings.
ROUGH = re.compile(r"lbfgs|rprop|galore|muon|belief|stddev|centered|sign|acprop|cocob|prodigy"
                   r"|dadapt|dog|dowg|momo|polyak|distance|free|madgrad|radam|yogi|adan|centralize")


def wrapped(text):
    inner = f"optim.{text}"
    return R.choice([
        inner, inner, f"optim.chain(optim.clip_by_global_norm(1.0), {inner})",
        f"optim.chain(optim.adaptive_grad_clip(0.2), {inner})",
        f"optim.chain(optim.normalize_by_update_norm(), {inner})",
        f"optim.multi_steps({inner}, 2)", f"optim.lookahead({inner}, 2, 0.5)",
        f"optim.mechanize({inner})", f"optim.apply_if_finite({inner}, 3)",
        f"optim.schedule_free({inner}, 0.1)",
        f"optim.masked({inner}, path => true)",
        f"optim.sam({inner}, optim.chain(optim.normalize(), optim.sgd(lr = 0.1)), 2)"])


SHAPES = ["(2, 3)", "(1, 1)", "(3, 2)", "(2, 2)"]
MASKS = {  # a gradient of the first elements only
    "(2, 3)": "f64([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]])", "(1, 1)": "f64([[1.0]])",
    "(3, 2)": "f64([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])",
    "(2, 2)": "f64([[1.0, 0.0], [0.0, 0.0]])"}
GRADS = {  # gradients of step i
    "zero": "0.0", "zero first": "if i == 0 { 0.0 } else { 0.5 }",
    "zero twice": "if i < 2 { 0.0 } else { -0.5 }", "zero later": "if i > 1 { 0.0 } else { 0.5 }",
    "tiny": "1e-7", "small": "1e-4", "least": "LEAST", "one": "0.5", "large": "LARGE",
    "turning": "if i % 2 == 0 { 0.5 } else { -0.5 }"}
LEAST = {"f64": "1e-200", "f32": "1e-30", "bf16": "1e-30", "f16": "6e-8"}
LARGE = {"f64": "1e100", "f32": "1e12", "bf16": "1e12", "f16": "1e4"}

HEAD = f"""
proc steps(optimizer, start, slope) {{
  var p = start
  var opt = optim.optimizer(optimizer, p)
  for i in 0..{STEPS} {{
    let g = (w = slope(i, p.w))
    let f = q => sum(g.w * (q.w - p.w)) + 0.5 * sum((q.w - p.w) ^ 2) + 1.0
    opt.update!(&p, g, value = 1.0, value_fn = f)
  }}
  p.w
}}
proc say(i, f) {{
  let r = try(f)
  if r.ok {{ print("@{{i}}: {{reshape(f64(r.value), (-1,))}}") }}
  else {{ print("@{{i}}: error {{r.error.kind}} {{r.error.message}}") }}
}}
"""


def case_of(text, dtype, grads, start, mask, shape):
    large = "1e12" if "multi_steps" in text else LARGE[dtype]  # it accumulates in f32
    large = LARGE[dtype] if dtype == "f16" else large
    if "scale_by_param_block" in text:  # params grow by the gradient's factor at each step
        large = "10.0"
    slope = GRADS[grads].replace("LEAST", LEAST[dtype]).replace("LARGE", large)
    return {"text": text, "dtype": dtype, "grads": grads, "start": start, "mask": mask,
            "shape": shape, "slope": slope}


def code_of(case, dtype=None):
    """Parameters of one dtype with gradients of their own dtype."""
    kind, dtype = case["dtype"], dtype or case["dtype"]
    rule = case["text"] if case["text"].startswith("optim.") else f"optim.{case['text']}"
    first = MASKS[case["shape"]] + " * " if case["mask"] else ""
    size = f"{first}f64(zeros({case['shape']})) + ({case['slope']})"
    size = f"{first}({case['slope']})" if case["mask"] else size
    grad = f"(i, w) => {dtype}({kind}({size}))" if dtype != kind else f"(i, w) => {dtype}({size})"
    return f"steps({rule}, (w = {dtype}({case['start']} + zeros({case['shape']}))), {grad})"


def drawn():
    text = R.choice(PLAIN * 2 + DECAYING + RULES)
    rule = text in RULES
    text = f"optim.chain(optim.{text}, optim.sgd(lr = 0.1))" if rule else wrapped(text)
    return case_of(text, R.choice(list(LEAST)), R.choice(list(GRADS)), R.choice(["0.0", "1.0"]),
                   R.random() < 0.3, R.choice(SHAPES))


def every():
    """Each optimizer and transformation with a first zero gradient, and with only zero gradients.
    """
    for text in PLAIN + DECAYING:
        for grads in ("zero", "zero first"):
            yield case_of(f"optim.{text}", R.choice(list(LEAST)), grads, R.choice(["0.0", "1.0"]),
                          R.random() < 0.3, R.choice(SHAPES))
    for text in RULES:
        for grads in ("zero", "zero first"):
            yield case_of(f"optim.chain(optim.{text}, optim.sgd(lr = 0.1))", R.choice(list(LEAST)),
                          grads, R.choice(["0.0", "1.0"]), R.random() < 0.3, R.choice(SHAPES))


def answers(codes):
    out = []
    for first in range(0, len(codes), 60):
        lines = [f"say({i}, () => {code})" for i, code in enumerate(codes[first:first + 60])]
        status, said, errors = law.run(HEAD + "\n".join(lines))
        found = dict(re.findall(r"^@(\d+): (.*(?:\n(?!@).*)*)", said, re.M))
        out += [found.get(str(i), f"none: {status} {errors[-300:]}") for i in range(len(lines))]
    return out


def numbers(answer):
    if answer.startswith(("error", "none")):
        return None
    return [float(x) for x in re.findall(r"nan|[-+]?(?:inf|[\d.]+(?:e[-+]?\d+)?)", answer)]


def stays(case):
    decays = any(f"optim.{text}" in case["text"] for text in DECAYING)
    return case["grads"] == "zero" and not decays and "mechanize" not in case["text"]


cases = list(every()) + [drawn() for _ in range(law.count(300))]
for case, answer in zip(cases, answers([code_of(case) for case in cases])):
    got, shown = numbers(answer), f"{code_of(case)}\n{answer[:300]}"
    if got is None:
        law.expect(False, f"{case['text']} runs", shown)
        continue
    law.expect(all(map(math.isfinite, got)), "params stay finite", shown)
    if stays(case):
        law.expect(all(x == float(case["start"]) for x in got), "zero gradients take no step",
                   shown)


# Narrow parameters move as f32 ones, up to their precision.
def narrow_case():
    rules = [t for t in PLAIN if not ROUGH.search(t)]
    return case_of(R.choice(rules), R.choice(["f16", "bf16"]), R.choice(["small", "tiny", "one"]),
                   "0.0", R.random() < 0.5, R.choice(SHAPES))


pairs = [narrow_case() for _ in range(law.count(60))]
narrow = answers([code_of(case) for case in pairs])
wide = answers([code_of(case, "f32") for case in pairs])
for case, mine, theirs in zip(pairs, narrow, wide):
    a, b = numbers(mine), numbers(theirs)
    close = a is not None and b is not None and all(
        abs(x - y) <= 0.02 * abs(y) + 1e-6 for x, y in zip(a, b))
    law.expect(close, "narrow params move as wide ones", f"{code_of(case)}\n{mine}\nf32: {theirs}")


# Adam in plain Python.
def adam(gradients, lr=0.1, b1=0.9, b2=0.999, eps=1e-8):
    p = m = v = 0.0
    for t, g in enumerate(gradients, 1):
        m, v = b1 * m + (1 - b1) * g, b2 * v + (1 - b2) * g * g
        p -= lr * (m / (1 - b1 ** t)) / (math.sqrt(v / (1 - b2 ** t)) + eps)
    return p


texts, wanted = [], []
for _ in range(law.count(20)):
    dtype = R.choice(["f16", "bf16", "f32"])
    g = [R.choice([1e-4, 3e-5, 1e-3, 0.25, 0.0]) for _ in range(STEPS)]
    listed = ", ".join(f"{x!r}" for x in g)
    texts.append(f"steps(optim.adam(lr = 0.1), (w = {dtype}([0.0, 0.0])), "
                 f"(i, w) => {dtype}([([{listed}])[i], 0.0]))")
    wanted.append(adam(g))
for text, answer, right in zip(texts, answers(texts), wanted):
    got = numbers(answer)
    law.expect(got is not None and abs(got[0] - right) <= 0.02 * abs(right) + 1e-6 and got[1] == 0,
               "Adam is Adam", f"{text}\ngot {answer}\nwanted {right}, 0")
law.done()
