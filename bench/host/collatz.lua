-- collatz: a while loop with a branch.
local function steps(n)
  local k = 0
  while n ~= 1 do
    if n % 2 == 0 then n = n // 2 else n = 3 * n + 1 end
    k = k + 1
  end
  return k
end
local function longest(limit)
  local best, most = 0, 0
  for n = 1, limit - 1 do
    local k = steps(n)
    if k > most then best, most = n, k end
  end
  return best, most
end
print(longest(150000))
