// error[type]: StableHLO: operation frobnicate is not supported
module {
  func.func @main() -> tensor<2xf32> {
    %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %y = stablehlo.frobnicate %x : tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
