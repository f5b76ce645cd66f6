-- loops: nested loops over ints.
local function loops(n)
  local s = 0
  for i = 0, n - 1 do
    for j = 0, n - 1 do
      for k = 0, n - 1 do
        if (i + j) % 7 ~= k % 5 then s = s + (i * j - k) end
      end
    end
  end
  return s
end
print(loops(280))
