// error[type]: StableHLO: abs takes f32[2], but is declared with f32[3]
module {
  func.func @main() -> tensor<2xf32> {
    %x = stablehlo.constant dense<1.0> : tensor<2xf32>
    %y = stablehlo.abs %x : (tensor<3xf32>) -> tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
