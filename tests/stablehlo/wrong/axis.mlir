// error[type]: StableHLO: axis 4 is out of range for f32[2]
module {
  func.func @main() -> tensor<f32> {
    %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %y = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [4] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    return %y : tensor<f32>
  }
}
