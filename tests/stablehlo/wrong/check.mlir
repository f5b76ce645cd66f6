// error[value]: check failed: 1 of 2 elements differ; element 1 is 2, expected 2.5
module {
  func.func @main() -> tensor<2xf32> {
    %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    check.expect_eq_const %x, dense<[1.0, 2.5]> : tensor<2xf32>
    return %x : tensor<2xf32>
  }
}
