module @rille {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<f32>) {
    %0 = stablehlo.constant dense<0.0> : tensor<4xf32>
    %1 = stablehlo.compare GT, %arg0, %0, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %2 = stablehlo.negate %arg0 : tensor<4xf32>
    %3 = stablehlo.sqrt %arg0 : tensor<4xf32>
    %4 = stablehlo.log %arg0 : tensor<4xf32>
    %5 = stablehlo.multiply %3, %4 : tensor<4xf32>
    %6 = stablehlo.select %1, %5, %2 : tensor<4xi1>, tensor<4xf32>
    %7 = stablehlo.constant dense<0.0> : tensor<f32>
    %8 = stablehlo.reduce(%6 init: %7) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %8 : tensor<f32>
  }
}
