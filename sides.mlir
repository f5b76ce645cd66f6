  func.func public @main(%x: tensor<4xf32>) -> tensor<f32> {
    %zeros = stablehlo.constant dense<0.0> : tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %above = stablehlo.compare GT, %x, %zeros : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %root = stablehlo.sqrt %x : tensor<4xf32>
    %log = stablehlo.log %x : tensor<4xf32>
    %yes = stablehlo.multiply %root, %log : tensor<4xf32>
    %no = stablehlo.negate %x : tensor<4xf32>
    %y = stablehlo.select %above, %yes, %no : tensor<4xi1>, tensor<4xf32>
    %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %sum : tensor<f32>
  }
