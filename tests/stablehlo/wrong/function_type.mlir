// error[type]: StableHLO: function main returns f32[2], but is declared with f32[4294967296]
module {
  func.func @main() -> tensor<4294967296xf32> {
    %x = stablehlo.constant dense<1.0> : tensor<2xf32>
    return %x : tensor<2xf32>
  }
}
