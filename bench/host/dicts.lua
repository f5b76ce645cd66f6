-- dicts: counts by words, sums by ints, a table of what was found before.
local function tally(n)
  local counts, sums, words = {}, {}, {}
  for i = 0, 49 do words[i + 1] = "w" .. (i * 7 % 50) end
  for i = 0, n - 1 do
    local word, slot = words[i % 50 + 1], i * 31 % 997
    counts[word] = (counts[word] or 0) + 1
    if sums[slot] == nil then sums[slot] = 0 end
    sums[slot] = sums[slot] + i
  end
  local words_seen, slots_seen = 0, 0
  for _ in pairs(counts) do words_seen = words_seen + 1 end
  for _ in pairs(sums) do slots_seen = slots_seen + 1 end
  return counts["w7"] + sums[996] + words_seen * slots_seen
end
local function lengths(n)
  local known = {[1] = 1}
  local best = 0
  for start = 2, n - 1 do
    local at, steps = start, 0
    while at >= start do
      if at % 2 == 0 then at = at // 2 else at = 3 * at + 1 end
      steps = steps + 1
    end
    known[start] = known[at] + steps
    best = math.max(best, known[start])
  end
  return best
end
local total = 0
for k = 0, 11 do total = total + tally(300000 + k) + lengths(100000 + k) end
print(total)
