-- fannkuch: permutations in tables, reversed in place.
local function fannkuch(n)
  local p, q, s, sign, most, sum = {}, {}, {}, 1, 0, 0
  for i = 0, n - 1 do p[i + 1] = i q[i + 1] = i s[i + 1] = i end
  while true do
    local q0 = p[1]
    if q0 ~= 0 then
      for i = 1, n - 1 do q[i + 1] = p[i + 1] end
      local flips = 1
      while true do
        local qq = q[q0 + 1]
        if qq == 0 then
          sum = sum + sign * flips
          if flips > most then most = flips end
          break
        end
        q[q0 + 1] = q0
        if q0 >= 3 then
          local i, j = 1, q0 - 1
          while i < j do
            q[i + 1], q[j + 1] = q[j + 1], q[i + 1]
            i = i + 1
            j = j - 1
          end
        end
        q0 = qq
        flips = flips + 1
      end
    end
    if sign == 1 then
      p[1], p[2] = p[2], p[1]
      sign = -1
    else
      p[2], p[3] = p[3], p[2]
      sign = 1
      for i = 2, n - 1 do
        local sx = s[i + 1]
        if sx ~= 0 then
          s[i + 1] = sx - 1
          break
        end
        if i == n - 1 then return sum, most end
        s[i + 1] = i
        local t = p[1]
        for j = 0, i do p[j + 1] = p[j + 2] end
        p[i + 2] = t
      end
    end
  end
end
print(fannkuch(9))
