  func.func public @main(%a: tensor<3xf32>) -> tensor<3xf32> {
    %b = stablehlo.constant dense<0.0> : tensor<3xf32>
    %most = stablehlo.maximum %a, %b : tensor<3xf32>
    %apart = stablehlo.subtract %a, %b : tensor<3xf32>
    %size = stablehlo.abs %apart : tensor<3xf32>
    %below = stablehlo.negate %size : tensor<3xf32>
    %exp = stablehlo.exponential %below : tensor<3xf32>
    %log = stablehlo.log_plus_one %exp : tensor<3xf32>
    %y = stablehlo.add %most, %log : tensor<3xf32>
    return %y : tensor<3xf32>
  }
