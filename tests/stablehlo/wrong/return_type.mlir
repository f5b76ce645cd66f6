// error[type]: StableHLO: return has f32[2], but is declared with f64[2]
module {
  func.func @main() -> tensor<2xf64> {
    %x = stablehlo.constant dense<1.0> : tensor<2xf32>
    return %x : tensor<2xf64>
  }
}
