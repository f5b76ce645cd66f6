// error[type]: StableHLO: return names f32[2], its text says f64[2]
module {
  func.func @main() -> tensor<2xf64> {
    %x = stablehlo.constant dense<1.0> : tensor<2xf32>
    return %x : tensor<2xf64>
  }
}
