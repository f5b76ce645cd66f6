// error[type]: StableHLO: abs gives f32[2], its text says f32[3]
module {
  func.func @main() -> tensor<3xf32> {
    %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %y = stablehlo.abs %x : (tensor<2xf32>) -> tensor<3xf32>
    return %y : tensor<3xf32>
  }
}
