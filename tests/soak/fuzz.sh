#!/usr/bin/env bash
# Changed files for one reader, for long. usage: tests/soak/fuzz.sh TARGET COUNT [SEED] [JOBS]
#
# TARGET is a name of tests/fuzz/targets.rille. Best with the build that has the readers under
# sanitizers and counts their branches: cmake --preset fuzz; ninja -C build-fuzz fuzz. What was run
# is put at the end of tests/fuzz/ledger.txt; what failed stays in faults/.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
target=$1 count=$2 seed=${3:-1} jobs=${4:-1}
program=${FUZZ:-build-fuzz/fuzz}
commit=$(git rev-parse --short HEAD)
said=$(nice -n 5 "$program" "$target" --seed "$seed" --count "$count" --jobs "$jobs") || true
printf '%s\n' "$said"
row=$(sed -n "s/^$target  *\([0-9]\)/\1/p" <<<"$said")
[ -n "$row" ] || row='unended'
printf '%-9s %-14s %6s %s\n' "$commit" "$target" "$seed" "$row" >>tests/fuzz/ledger.txt
