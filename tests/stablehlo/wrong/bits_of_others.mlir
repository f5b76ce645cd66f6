// error[type]: StableHLO: a u64[2] has not the bits of bf16[2, 2]
module {
  func.func @main() -> tensor<2xui64> {
    %x = stablehlo.constant dense<1.0> : tensor<2x2xbf16>
    %y = stablehlo.bitcast_convert %x : (tensor<2x2xbf16>) -> tensor<2xui64>
    return %y : tensor<2xui64>
  }
}
