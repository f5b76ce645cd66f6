-- queens: backtracking over a tuple that grows and shrinks.
local function safe(rows, n, c)
  for i = 0, n - 1 do
    local r = rows[i + 1]
    if r == c or r - c == n - i or c - r == n - i then return false end
  end
  return true
end
local function place(rows, n, size)
  if n == size then return 1 end
  local found = 0
  for c = 0, size - 1 do
    if safe(rows, n, c) then
      rows[n + 1] = c
      found = found + place(rows, n + 1, size)
    end
  end
  return found
end
local rows = {}
for i = 1, 11 do rows[i] = 0 end
print(place(rows, 0, 11))
