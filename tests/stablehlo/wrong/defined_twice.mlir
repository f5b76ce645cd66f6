// error[name]: StableHLO: %b is defined twice
module {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %b = stablehlo.add %a, %a : tensor<4xf32>
    %b = stablehlo.add %b, %b : tensor<4xf32>
    return %b : tensor<4xf32>
  }
}
