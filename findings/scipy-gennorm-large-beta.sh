#!/usr/bin/env bash
# SciPy 1.17.1: the generalized normal distribution with a large shape has no mass near 0
#
# With beta = 1000, gennorm is uniform on [-1, 1] to three digits: its density there is beta / (2 gamma(1 / beta)) =
# 0.5003. So the cdf is about 0.25 at -0.5 and 0.70 at 0.4, and ppf(0.3) is about -0.40.
#
# expected: cdf 0.25, 0.50, 0.70; ppf(0.3) -0.40, ppf(0.7) 0.40, as with beta = 100
# seen:     cdf 0.25, 0.50, 0.50; ppf 0 for both, silently: |x|^beta underflows to 0 for |x| < 0.47, though the
#           incomplete gamma function of shape 1 / beta still depends on it there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install scipy==1.17.1 numpy==2.4.6
cat >"$folder/program.py" <<'END_OF_PROGRAM'
import scipy
from scipy import stats

print("scipy", scipy.__version__)
for beta in (100, 1000):
    d = stats.gennorm(beta)
    print("beta", beta, "density at 0", round(float(d.pdf(0)), 4))
    print("  cdf at -0.5, 0, 0.4:", *(round(float(d.cdf(x)), 2) for x in (-0.5, 0, 0.4)))
    print("  ppf of 0.3, 0.7:", *(round(float(d.ppf(q)), 2) + 0.0 for q in (0.3, 0.7)))
END_OF_PROGRAM
"$folder/env/bin/python" "$folder/program.py" | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
scipy 1.17.1
beta 100 density at 0 0.5029
  cdf at -0.5, 0, 0.4: 0.25 0.5 0.7
  ppf of 0.3, 0.7: -0.4 0.4
beta 1000 density at 0 0.5003
  cdf at -0.5, 0, 0.4: 0.25 0.5 0.5
  ppf of 0.3, 0.7: 0.0 0.0
END_OF_OUTPUT
echo "as described"
