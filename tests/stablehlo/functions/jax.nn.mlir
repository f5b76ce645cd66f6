// jax.nn.squareplus(f)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x109F9EBD9C1C02BEA0EE543D207056BD0025CC3C48CD063E"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
    %want0 = stablehlo.constant dense<"0x2F47763F8C40703FCC5E833FF362793FD59A813FBCB3883F"> : tensor<2x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
    %0 = call @program_squareplus(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @program_squareplus(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.square %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %2 = stablehlo.add %0, %1 : tensor<2x3xf32>
    %3 = stablehlo.sqrt %2 : tensor<2x3xf32>
    %4 = stablehlo.add %arg0, %3 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %6 = stablehlo.divide %4, %5 : tensor<2x3xf32>
    return %6 : tensor<2x3xf32>
  }
}
// -----
// jax.nn.logmeanexp(f)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C994ABFA8099B3E142EB93E0C1F64BE70548BBD064C29BF"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf32>) -> (tensor<f32>)
    %want0 = stablehlo.constant dense<"0x50B2B4BD"> : tensor<f32>
    %c1 = stablehlo.convert %out#0 : (tensor<f32>) -> tensor<f64>
    %c2 = stablehlo.convert %want0 : (tensor<f32>) -> tensor<f64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c6 = stablehlo.and %c4, %c5 : tensor<i1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<f64>
    %c8 = stablehlo.abs %c7 : tensor<f64>
    %c9 = stablehlo.constant dense<1.0> : tensor<f64>
    %c10 = stablehlo.abs %c2 : tensor<f64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<f64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<f64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<f64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c15 = stablehlo.or %c6, %c14 : tensor<i1>
    %c16 = stablehlo.or %c3, %c15 : tensor<i1>
    check.expect_eq_const %c16, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = call @program_logmeanexp(%arg0) : (tensor<2x3xf32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @program_logmeanexp(%arg0: tensor<2x3xf32>) -> tensor<f32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.maximum %cst_0, %0 : tensor<f32>
    %2 = stablehlo.is_finite %1 : (tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.select %2, %1, %cst_1 : tensor<i1>, tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<2x3xf32>
    %6 = stablehlo.subtract %arg0, %5 : tensor<2x3xf32>
    %7 = stablehlo.exponential %6 : tensor<2x3xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %9 = stablehlo.sign %8 : tensor<f32>
    %10 = stablehlo.abs %8 : tensor<f32>
    %11 = stablehlo.log %10 : tensor<f32>
    %12 = stablehlo.add %11, %3 : tensor<f32>
    %cst_3 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %13 = stablehlo.log %cst_3 : tensor<f32>
    %14 = stablehlo.subtract %12, %13 : tensor<f32>
    return %14 : tensor<f32>
  }
}
