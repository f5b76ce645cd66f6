// error[syntax]: StableHLO: all sizes must be known
module {
  func.func @main() -> tensor<2xf32> {
    %x = stablehlo.abs %y : tensor<?xf32>
    return %x : tensor<?xf32>
  }
}
