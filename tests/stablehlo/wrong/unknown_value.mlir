// error[name]: StableHLO: %z is not defined
module {
  func.func @main() -> tensor<2xf32> {
    %y = stablehlo.abs %z : tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
