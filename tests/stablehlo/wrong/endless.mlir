// error[limit]: StableHLO: the maximum depth of 100 calls is exceeded
module {
  func.func @main() -> tensor<2xf32> {
    %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %y = func.call @main() : () -> tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
