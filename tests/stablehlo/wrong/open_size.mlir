// error[syntax]: StableHLO: dynamic sizes are not supported
module {
  func.func @main() -> tensor<2xf32> {
    %x = stablehlo.abs %y : tensor<?xf32>
    return %x : tensor<?xf32>
  }
}
