// jax.scipy.integrate.trapezoid(f)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x503B24BD5CAD3C3FE66312BF30C51F3E3872123FA0B11FBD"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf32>) -> (tensor<2xf32>)
    %want0 = stablehlo.constant dense<"0x1DB3DC3E516D213F"> : tensor<2xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<2xf32>) -> tensor<2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2xf32>) -> tensor<2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2xf64>
    %c8 = stablehlo.abs %c7 : tensor<2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2xf64>
    %c10 = stablehlo.abs %c2 : tensor<2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) {
    %0 = call @program_trapezoid(%arg0) : (tensor<2x3xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @program_trapezoid(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %0 = call @program_trapezoid_0(%arg0, %cst) : (tensor<2x3xf32>, tensor<f64>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @program_trapezoid_0(%arg0: tensor<2x3xf32>, %arg1: tensor<f64>) -> tensor<2xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %1 = stablehlo.slice %arg0 [0:2, 0:1] : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %2 = stablehlo.reshape %1 : (tensor<2x1xf32>) -> tensor<2xf32>
    %3 = stablehlo.slice %arg0 [0:2, 2:3] : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %4 = stablehlo.reshape %3 : (tensor<2x1xf32>) -> tensor<2xf32>
    %5 = stablehlo.add %2, %4 : tensor<2xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %7 = stablehlo.multiply %6, %5 : tensor<2xf32>
    %8 = stablehlo.subtract %0, %7 : tensor<2xf32>
    %9 = stablehlo.convert %arg1 : (tensor<f64>) -> tensor<f32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %11 = stablehlo.multiply %10, %8 : tensor<2xf32>
    return %11 : tensor<2xf32>
  }
}
