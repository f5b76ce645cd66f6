// jax.scipy.stats.gennorm.pdf(vv)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x3821453F6D0BCB3E7C39493F"> : tensor<3xf32>
    %in1 = stablehlo.constant dense<"0xB9FF473F2CC35B3FCA1F073F"> : tensor<3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>)
    %want0 = stablehlo.constant dense<"0x1681443E99A5963E6865E93D"> : tensor<3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3xf32>) -> tensor<3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3xf32>) -> tensor<3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<3xf32>
    %2 = stablehlo.log %1 : tensor<3xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %4 = stablehlo.divide %3, %arg1 : tensor<3xf32>
    %5 = chlo.lgamma %4 : tensor<3xf32> -> tensor<3xf32>
    %6 = stablehlo.subtract %2, %5 : tensor<3xf32>
    %7 = stablehlo.abs %arg0 : tensor<3xf32>
    %8 = stablehlo.power %7, %arg1 : tensor<3xf32>
    %9 = stablehlo.subtract %6, %8 : tensor<3xf32>
    %10 = stablehlo.exponential %9 : tensor<3xf32>
    return %10 : tensor<3xf32>
  }
}
