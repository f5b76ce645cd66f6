// error[memory]: StableHLO: array is too large: more than 2^62 elements or bytes
module {
  func.func @main() -> tensor<4294967296x1073741824xf32> {
    %x = stablehlo.constant dense<1.0> : tensor<4294967296x1073741824xf32>
    return %x : tensor<4294967296x1073741824xf32>
  }
}
