// error[memory]: StableHLO: a type has more than 2^62 elements
module {
  func.func @main() -> tensor<4294967296x4294967296x2xf32> {
    %x = stablehlo.iota dim = 0 : tensor<4294967296x4294967296x2xf32>
    return %x : tensor<4294967296x4294967296x2xf32>
  }
}
