// error[type]: StableHLO: add has operands of different types: f32[2] and f32[3]
module {
  func.func @main() -> tensor<2xf32> {
    %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %z = stablehlo.constant dense<1.0> : tensor<3xf32>
    %y = "stablehlo.add"(%x, %z) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
