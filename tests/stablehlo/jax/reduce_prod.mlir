// reduce_prod_dtypes_shape_complex64_2_3_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B407E80A7401AEAEABFD72612C065D1CABFA305753F8E024EC036843FBF84282640C45C8C409DF2DCC005C6C5C0"> : tensor<2x3xcomplex<f32>>
    %out:1 = func.call @program(%in0) : (tensor<2x3xcomplex<f32>>) -> (tensor<3xcomplex<f32>>)
    %want0 = stablehlo.constant dense<"0x88513CC133F5A3C1D30FA84077A95FC1CCD88641F9CD4B40"> : tensor<3xcomplex<f32>>
    %c1 = stablehlo.abs %want0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %c2 = stablehlo.real %out#0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %c3 = stablehlo.real %want0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %c4 = stablehlo.convert %c2 : (tensor<3xf32>) -> tensor<3xf64>
    %c5 = stablehlo.convert %c3 : (tensor<3xf32>) -> tensor<3xf64>
    %c6 = stablehlo.compare EQ, %c4, %c5, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c7 = stablehlo.compare NE, %c4, %c4, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c8 = stablehlo.compare NE, %c5, %c5, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c9 = stablehlo.and %c7, %c8 : tensor<3xi1>
    %c10 = stablehlo.subtract %c4, %c5 : tensor<3xf64>
    %c11 = stablehlo.abs %c10 : tensor<3xf64>
    %c12 = stablehlo.constant dense<1.0> : tensor<3xf64>
    %c13 = stablehlo.convert %c1 : (tensor<3xf32>) -> tensor<3xf64>
    %c14 = stablehlo.maximum %c12, %c13 : tensor<3xf64>
    %c15 = stablehlo.constant dense<0.0001> : tensor<3xf64>
    %c16 = stablehlo.multiply %c14, %c15 : tensor<3xf64>
    %c17 = stablehlo.compare LE, %c11, %c16, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c18 = stablehlo.or %c9, %c17 : tensor<3xi1>
    %c19 = stablehlo.or %c6, %c18 : tensor<3xi1>
    check.expect_eq_const %c19, dense<true> : tensor<3xi1>
    %c20 = stablehlo.imag %out#0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %c21 = stablehlo.imag %want0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %c22 = stablehlo.convert %c20 : (tensor<3xf32>) -> tensor<3xf64>
    %c23 = stablehlo.convert %c21 : (tensor<3xf32>) -> tensor<3xf64>
    %c24 = stablehlo.compare EQ, %c22, %c23, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c25 = stablehlo.compare NE, %c22, %c22, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c26 = stablehlo.compare NE, %c23, %c23, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c27 = stablehlo.and %c25, %c26 : tensor<3xi1>
    %c28 = stablehlo.subtract %c22, %c23 : tensor<3xf64>
    %c29 = stablehlo.abs %c28 : tensor<3xf64>
    %c30 = stablehlo.constant dense<1.0> : tensor<3xf64>
    %c31 = stablehlo.convert %c1 : (tensor<3xf32>) -> tensor<3xf64>
    %c32 = stablehlo.maximum %c30, %c31 : tensor<3xf64>
    %c33 = stablehlo.constant dense<0.0001> : tensor<3xf64>
    %c34 = stablehlo.multiply %c32, %c33 : tensor<3xf64>
    %c35 = stablehlo.compare LE, %c29, %c34, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c36 = stablehlo.or %c27, %c35 : tensor<3xi1>
    %c37 = stablehlo.or %c24, %c36 : tensor<3xi1>
    check.expect_eq_const %c37, dense<true> : tensor<3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xcomplex<f32>>) -> (tensor<3xcomplex<f32>> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.multiply across dimensions = [0] : (tensor<2x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
    return %0 : tensor<3xcomplex<f32>>
  }
}
