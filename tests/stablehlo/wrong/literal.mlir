// error[syntax]: StableHLO: invalid literal of type i8[1]
module {
  func.func @main() -> tensor<1xi8> {
    %x = stablehlo.constant dense<[300]> : tensor<1xi8>
    return %x : tensor<1xi8>
  }
}
