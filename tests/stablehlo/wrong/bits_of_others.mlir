// error[type]: StableHLO: bitcast_convert: bf16[2, 2] and u64[2] have different numbers of bits
module {
  func.func @main() -> tensor<2xui64> {
    %x = stablehlo.constant dense<1.0> : tensor<2x2xbf16>
    %y = stablehlo.bitcast_convert %x : (tensor<2x2xbf16>) -> tensor<2xui64>
    return %y : tensor<2xui64>
  }
}
