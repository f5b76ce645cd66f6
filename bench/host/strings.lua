-- strings: strings made in pieces and joined.
local function report(n)
  local parts = {}
  for i = 0, n - 1 do
    local kind = i % 3 == 0 and "fizz" or i % 5 == 0 and "buzz" or tostring(i)
    parts[#parts + 1] = kind .. ":" .. tostring(i * i)
  end
  return table.concat(parts, ",")
end
local total = 0
for k = 0, 9 do total = total + #report(60000 + k) end
print(total)
