// error[syntax]: StableHLO: the lists of a literal have different lengths
module {
  func.func @main() -> tensor<2x2xf32> {
    %x = stablehlo.constant dense<[[1.0], [2.0, 3.0]]> : tensor<2x2xf32>
    return %x : tensor<2x2xf32>
  }
}
