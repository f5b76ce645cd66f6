// error[dtype]: StableHLO: expected integers, got bf16[4]
module {
  func.func @main() -> tensor<4xbf16> {
    %x = stablehlo.constant dense<1.0> : tensor<4xbf16>
    %y = stablehlo.popcnt %x : tensor<4xbf16>
    return %y : tensor<4xbf16>
  }
}
