local self_1, call_2 = ...; return function(...) return call_2(self_1, ...) end
-- The method `call` of an instance as a plain function. bound.cpp looks for it in the first line.
