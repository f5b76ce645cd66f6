// error[type]: StableHLO: function gone does not exist
module {
  func.func @main() -> tensor<2xf32> {
    %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %y = func.call @gone(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
