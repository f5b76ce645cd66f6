// random_rbg.normal
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9422502C37E846B6EEFBFB20EDC3DD1B"> : tensor<4xui32>
    %out:1 = func.call @program(%in0) : (tensor<4xui32>) -> (tensor<4x3xf64>)
    %want0 = stablehlo.constant dense<"0x7DD563A14080E8BF6D19F7C7741FDDBFB382E3417FE5F8BF5876E63FC2DAE4BF2EE31C0F390AE1BFEB63E59806FCCC3F4643D29E0209D7BF0BE0F1532C8AEB3F88AD22498F5CB03F3E16DC80798CF3BF7591306578F7DA3FD9BE84EB18A5F4BF"> : tensor<4x3xf64>
    %c1 = stablehlo.compare EQ, %out#0, %want0, FLOAT : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xi1>
    %c2 = stablehlo.compare NE, %out#0, %out#0, FLOAT : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xi1>
    %c3 = stablehlo.compare NE, %want0, %want0, FLOAT : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xi1>
    %c4 = stablehlo.and %c2, %c3 : tensor<4x3xi1>
    %c5 = stablehlo.subtract %out#0, %want0 : tensor<4x3xf64>
    %c6 = stablehlo.abs %c5 : tensor<4x3xf64>
    %c7 = stablehlo.constant dense<1.0> : tensor<4x3xf64>
    %c8 = stablehlo.abs %want0 : tensor<4x3xf64>
    %c9 = stablehlo.maximum %c7, %c8 : tensor<4x3xf64>
    %c10 = stablehlo.constant dense<1e-09> : tensor<4x3xf64>
    %c11 = stablehlo.multiply %c9, %c10 : tensor<4x3xf64>
    %c12 = stablehlo.compare LE, %c6, %c11, FLOAT : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xi1>
    %c13 = stablehlo.or %c4, %c12 : tensor<4x3xi1>
    %c14 = stablehlo.or %c1, %c13 : tensor<4x3xi1>
    check.expect_eq_const %c14, dense<true> : tensor<4x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4xui32>) -> (tensor<4x3xf64> {jax.result_info = "result"}) {
    %0 = call @program__normal(%arg0) : (tensor<4xui32>) -> tensor<4x3xf64>
    return %0 : tensor<4x3xf64>
  }
  func.func private @program__normal(%arg0: tensor<4xui32>) -> tensor<4x3xf64> {
    %0 = call @program__normal_real(%arg0) : (tensor<4xui32>) -> tensor<4x3xf64>
    return %0 : tensor<4x3xf64>
  }
  func.func private @program__normal_real(%arg0: tensor<4xui32>) -> tensor<4x3xf64> {
    %cst = stablehlo.constant dense<-0.99999999999999988> : tensor<f64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %0 = call @program__uniform(%arg0, %cst, %cst_0) : (tensor<4xui32>, tensor<f64>, tensor<f64>) -> tensor<4x3xf64>
    %1 = chlo.erf_inv %0 : tensor<4x3xf64> -> tensor<4x3xf64>
    %cst_1 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<4x3xf64>
    %3 = stablehlo.multiply %2, %1 : tensor<4x3xf64>
    return %3 : tensor<4x3xf64>
  }
  func.func private @program__uniform(%arg0: tensor<4xui32>, %arg1: tensor<f64>, %arg2: tensor<f64>) -> tensor<4x3xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f64>) -> tensor<1x1xf64>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f64>) -> tensor<1x1xf64>
    %2 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %3 = stablehlo.bitcast_convert %2 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %3, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui64>)
    %4 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
    %5 = stablehlo.reshape %4 : (tensor<2x2xui32>) -> tensor<4xui32>
    %c = stablehlo.constant dense<12> : tensor<ui64>
    %6 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<4x3xui64>
    %7 = stablehlo.shift_right_logical %output, %6 : tensor<4x3xui64>
    %c_0 = stablehlo.constant dense<4607182418800017408> : tensor<ui64>
    %8 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<4x3xui64>
    %9 = stablehlo.or %7, %8 : tensor<4x3xui64>
    %10 = stablehlo.bitcast_convert %9 : (tensor<4x3xui64>) -> tensor<4x3xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x3xf64>
    %12 = stablehlo.subtract %10, %11 : tensor<4x3xf64>
    %13 = stablehlo.subtract %1, %0 : tensor<1x1xf64>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x1xf64>) -> tensor<4x3xf64>
    %15 = stablehlo.multiply %12, %14 : tensor<4x3xf64>
    %16 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x1xf64>) -> tensor<4x3xf64>
    %17 = stablehlo.add %15, %16 : tensor<4x3xf64>
    %18 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x1xf64>) -> tensor<4x3xf64>
    %19 = stablehlo.maximum %18, %17 : tensor<4x3xf64>
    return %19 : tensor<4x3xf64>
  }
}
// -----
// random_rbg.bernoulli
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x698F1706CB1DE7EEB260F62E0DAD11EB"> : tensor<4xui32>
    %out:1 = func.call @program(%in0) : (tensor<4xui32>) -> (tensor<9xi1>)
    %want0 = stablehlo.constant dense<"0x000000010001000101"> : tensor<9xi1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<9xi1>, tensor<9xi1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4xui32>) -> (tensor<9xi1> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<3.000000e-01> : tensor<f64>
    %0 = call @program__bernoulli(%arg0, %cst) : (tensor<4xui32>, tensor<f64>) -> tensor<9xi1>
    return %0 : tensor<9xi1>
  }
  func.func private @program__bernoulli(%arg0: tensor<4xui32>, %arg1: tensor<f64>) -> tensor<9xi1> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %0 = call @program__uniform(%arg0, %cst, %cst_0) : (tensor<4xui32>, tensor<f64>, tensor<f64>) -> tensor<9xf64>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f64>) -> tensor<9xf64>
    %2 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xi1>
    return %2 : tensor<9xi1>
  }
  func.func private @program__uniform(%arg0: tensor<4xui32>, %arg1: tensor<f64>, %arg2: tensor<f64>) -> tensor<9xf64> {
    %0 = stablehlo.convert %arg1 : tensor<f64>
    %1 = stablehlo.convert %arg2 : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %4 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %5 = stablehlo.bitcast_convert %4 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %5, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui64>)
    %6 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
    %7 = stablehlo.reshape %6 : (tensor<2x2xui32>) -> tensor<4xui32>
    %c = stablehlo.constant dense<12> : tensor<ui64>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<9xui64>
    %9 = stablehlo.shift_right_logical %output, %8 : tensor<9xui64>
    %c_0 = stablehlo.constant dense<4607182418800017408> : tensor<ui64>
    %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<9xui64>
    %11 = stablehlo.or %9, %10 : tensor<9xui64>
    %12 = stablehlo.bitcast_convert %11 : (tensor<9xui64>) -> tensor<9xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<9xf64>
    %14 = stablehlo.subtract %12, %13 : tensor<9xf64>
    %15 = stablehlo.subtract %3, %2 : tensor<1xf64>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<1xf64>) -> tensor<9xf64>
    %17 = stablehlo.multiply %14, %16 : tensor<9xf64>
    %18 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf64>) -> tensor<9xf64>
    %19 = stablehlo.add %17, %18 : tensor<9xf64>
    %20 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf64>) -> tensor<9xf64>
    %21 = stablehlo.maximum %20, %19 : tensor<9xf64>
    return %21 : tensor<9xf64>
  }
}
