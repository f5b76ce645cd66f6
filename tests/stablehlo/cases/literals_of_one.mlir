// Literals of one element for all: also those that are no number of a fill, and a blob.
module {
  func.func @main() -> tensor<2xcomplex<f32>> {
    %turn = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
    %parts = stablehlo.imag %turn : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    check.expect_eq_const %parts, dense<[2.0, 2.0]> : tensor<2xf32>
    %odd = stablehlo.constant dense<0x7FC00001> : tensor<3xf32>
    %bits = stablehlo.bitcast_convert %odd : (tensor<3xf32>) -> tensor<3xi32>
    check.expect_eq_const %bits, dense<2143289345> : tensor<3xi32>
    %blob = stablehlo.constant dense<"0x0000C03F"> : tensor<4xf32>
    check.expect_eq_const %blob, dense<1.5> : tensor<4xf32>
    %yes = stablehlo.constant dense<true> : tensor<2xi1>
    %two = stablehlo.constant dense<2> : tensor<2x2xi64>
    check.expect_eq_const %two, dense<[[2, 2], [2, 2]]> : tensor<2x2xi64>
    %out = stablehlo.select %yes, %turn, %turn : (tensor<2xi1>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    return %out : tensor<2xcomplex<f32>>
  }
}
