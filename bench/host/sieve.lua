-- sieve: a tuple of flags, written in place.
local function sieve(n)
  local flags = {}
  for i = 0, n do flags[i + 1] = true end
  local count = 0
  for i = 2, n do
    if flags[i + 1] then
      count = count + 1
      local k = i * i
      while k <= n do flags[k + 1] = false; k = k + i end
    end
  end
  return count
end
print(sieve(5000000))
