-- matmul: a matrix product over tuples of tuples.
local function row(n, i)
  local r = {}
  for j = 0, n - 1 do r[j + 1] = 1.0 * ((i * 31 + j * 17) % 13) end
  return r
end
local function transpose(a)
  local t = {}
  for j = 1, #a[1] do
    local r = {}
    for i = 1, #a do r[i] = a[i][j] end
    t[j] = r
  end
  return t
end
local function dot(a, b)
  local s = 0.0
  for i = 1, #a do s = s + a[i] * b[i] end
  return s
end
local function product(a, b)
  local bt, c = transpose(b), {}
  for i = 1, #a do
    local r = {}
    for j = 1, #bt do r[j] = dot(a[i], bt[j]) end
    c[i] = r
  end
  return c
end
local n, a = 260, {}
for i = 0, n - 1 do a[i + 1] = row(n, i) end
local c = product(a, product(a, a))
print(string.format("%.1f %.1f", c[4][6], c[101][8]))
