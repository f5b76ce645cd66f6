// error[syntax]: StableHLO: the values of this constant were elided when the module was printed
module {
  func.func @main() -> tensor<2xf32> {
    %w = stablehlo.constant dense_resource<__elided__> : tensor<2xf32>
    return %w : tensor<2xf32>
  }
}
