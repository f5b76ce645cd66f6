// select_n_dtypes_shapepred_int32_2_3_shapeargs_complex64_2_3_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x010000000000000000000000010000000100000000000000"> : tensor<2x3xi32>
    %in1 = stablehlo.constant dense<"0xEC5654C0211A25C05FD59EC09B2BAA409BE4E2C0913055C07FFC59402D2C0B3F474443C05CB5D83F37BFF43F398AD9BF"> : tensor<2x3xcomplex<f32>>
    %in2 = stablehlo.constant dense<"0xC3270C40C2405B40C83A8F3FDCE158C0BFFBCC3FC63523C05F458DBE3A7A38400DBAB74027FA26BF5D0D7E3F977AF33E"> : tensor<2x3xcomplex<f32>>
    %in3 = stablehlo.constant dense<"0x41B2274064F93FBEB915ABBE2BE9A6C0AE4D47C057759E3EF4D141C056B8EEBF6D2F4BC060C0533F5A03FC3FDA6851C0"> : tensor<2x3xcomplex<f32>>
    %out:1 = func.call @program(%in0, %in1, %in2, %in3) : (tensor<2x3xi32>, tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> (tensor<2x3xcomplex<f32>>)
    %want0 = stablehlo.constant dense<"0xC3270C40C2405B405FD59EC09B2BAA409BE4E2C0913055C05F458DBE3A7A38400DBAB74027FA26BF37BFF43F398AD9BF"> : tensor<2x3xcomplex<f32>>
    %c1 = stablehlo.abs %want0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %c2 = stablehlo.real %out#0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %c3 = stablehlo.real %want0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %c4 = stablehlo.convert %c2 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c5 = stablehlo.convert %c3 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c6 = stablehlo.compare EQ, %c4, %c5, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c7 = stablehlo.compare NE, %c4, %c4, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c8 = stablehlo.compare NE, %c5, %c5, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c9 = stablehlo.and %c7, %c8 : tensor<2x3xi1>
    %c10 = stablehlo.subtract %c4, %c5 : tensor<2x3xf64>
    %c11 = stablehlo.abs %c10 : tensor<2x3xf64>
    %c12 = stablehlo.constant dense<1.0> : tensor<2x3xf64>
    %c13 = stablehlo.convert %c1 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c14 = stablehlo.maximum %c12, %c13 : tensor<2x3xf64>
    %c15 = stablehlo.constant dense<0.0001> : tensor<2x3xf64>
    %c16 = stablehlo.multiply %c14, %c15 : tensor<2x3xf64>
    %c17 = stablehlo.compare LE, %c11, %c16, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c18 = stablehlo.or %c9, %c17 : tensor<2x3xi1>
    %c19 = stablehlo.or %c6, %c18 : tensor<2x3xi1>
    check.expect_eq_const %c19, dense<true> : tensor<2x3xi1>
    %c20 = stablehlo.imag %out#0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %c21 = stablehlo.imag %want0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %c22 = stablehlo.convert %c20 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c23 = stablehlo.convert %c21 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c24 = stablehlo.compare EQ, %c22, %c23, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c25 = stablehlo.compare NE, %c22, %c22, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c26 = stablehlo.compare NE, %c23, %c23, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c27 = stablehlo.and %c25, %c26 : tensor<2x3xi1>
    %c28 = stablehlo.subtract %c22, %c23 : tensor<2x3xf64>
    %c29 = stablehlo.abs %c28 : tensor<2x3xf64>
    %c30 = stablehlo.constant dense<1.0> : tensor<2x3xf64>
    %c31 = stablehlo.convert %c1 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c32 = stablehlo.maximum %c30, %c31 : tensor<2x3xf64>
    %c33 = stablehlo.constant dense<0.0001> : tensor<2x3xf64>
    %c34 = stablehlo.multiply %c32, %c33 : tensor<2x3xf64>
    %c35 = stablehlo.compare LE, %c29, %c34, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c36 = stablehlo.or %c27, %c35 : tensor<2x3xi1>
    %c37 = stablehlo.or %c24, %c36 : tensor<2x3xi1>
    check.expect_eq_const %c37, dense<true> : tensor<2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xcomplex<f32>>, %arg2: tensor<2x3xcomplex<f32>>, %arg3: tensor<2x3xcomplex<f32>>) -> (tensor<2x3xcomplex<f32>> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %1 = stablehlo.compare LT, %arg0, %0, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %3 = stablehlo.compare LT, %arg0, %2, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %4 = stablehlo.select %3, %arg2, %arg3 : tensor<2x3xi1>, tensor<2x3xcomplex<f32>>
    %5 = stablehlo.select %1, %arg1, %4 : tensor<2x3xi1>, tensor<2x3xcomplex<f32>>
    return %5 : tensor<2x3xcomplex<f32>>
  }
}
