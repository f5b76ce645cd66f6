// add_any_dtypes_lhs_uint16_2_rhs_uint16_2_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000100"> : tensor<2xui16>
    %in1 = stablehlo.constant dense<"0x01000300"> : tensor<2xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2xui16>, tensor<2xui16>) -> (tensor<2xui16>)
    %want0 = stablehlo.constant dense<"0x05000400"> : tensor<2xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2xui16>, tensor<2xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2xui16>, %arg1: tensor<2xui16>) -> (tensor<2xui16> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<2xui16>
    return %0 : tensor<2xui16>
  }
}
// -----
// add_any_dtypes_lhs_int32_2_rhs_int32_2_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFF"> : tensor<2xi32>
    %in1 = stablehlo.constant dense<"0xFFFFFFFFFDFFFFFF"> : tensor<2xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
    %want0 = stablehlo.constant dense<"0x03000000FCFFFFFF"> : tensor<2xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2xi32>, tensor<2xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) -> (tensor<2xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}
// -----
// add_any_dtypes_lhs_float16_2_rhs_float16_2_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF"> : tensor<2xf16>
    %in1 = stablehlo.constant dense<"0x57BE70C2"> : tensor<2xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2xf16>, tensor<2xf16>) -> (tensor<2xf16>)
    %want0 = stablehlo.constant dense<"0x92420EC5"> : tensor<2xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<2xf16>) -> tensor<2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2xf16>) -> tensor<2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2xf64>
    %c8 = stablehlo.abs %c7 : tensor<2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2xf64>
    %c10 = stablehlo.abs %c2 : tensor<2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2xf16>, %arg1: tensor<2xf16>) -> (tensor<2xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<2xf16>
    return %0 : tensor<2xf16>
  }
}
