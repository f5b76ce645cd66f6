// max_inf_nan_float16
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x007E007E007E007C007C007C00FC00FC00FC"> : tensor<3x3xf16>
    %in1 = stablehlo.constant dense<"0x007E007C00FC007E007C00FC007E007C00FC"> : tensor<3x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x3xf16>, tensor<3x3xf16>) -> (tensor<3x3xf16>)
    %want0 = stablehlo.constant dense<"0x007E007E007E007E007C007C007E007C00FC"> : tensor<3x3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3x3xf16>) -> tensor<3x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x3xf16>) -> tensor<3x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<3x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x3xf16>, %arg1: tensor<3x3xf16>) -> (tensor<3x3xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<3x3xf16>
    return %0 : tensor<3x3xf16>
  }
}
