// rem_dtypes_lhs_uint16_2_rhs_uint16_2_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000100"> : tensor<2xui16>
    %in1 = stablehlo.constant dense<"0x01000300"> : tensor<2xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2xui16>, tensor<2xui16>) -> (tensor<2xui16>)
    %want0 = stablehlo.constant dense<"0x00000100"> : tensor<2xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2xui16>, tensor<2xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2xui16>, %arg1: tensor<2xui16>) -> (tensor<2xui16> {jax.result_info = "result"}) {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<2xui16>
    return %0 : tensor<2xui16>
  }
}
// -----
// rem_dtypes_lhs_int32_2_rhs_int32_2_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFF"> : tensor<2xi32>
    %in1 = stablehlo.constant dense<"0xFFFFFFFFFDFFFFFF"> : tensor<2xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
    %want0 = stablehlo.constant dense<"0x00000000FFFFFFFF"> : tensor<2xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2xi32>, tensor<2xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) -> (tensor<2xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}
// -----
// rem_dtypes_lhs_int8_2_rhs_int8_2_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FF"> : tensor<2xi8>
    %in1 = stablehlo.constant dense<"0xFFFD"> : tensor<2xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2xi8>, tensor<2xi8>) -> (tensor<2xi8>)
    %want0 = stablehlo.constant dense<"0x00FF"> : tensor<2xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2xi8>, tensor<2xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2xi8>, %arg1: tensor<2xi8>) -> (tensor<2xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<2xi8>
    return %0 : tensor<2xi8>
  }
}
// -----
// rem_singularity_inf_by_inf_lhs_float32_1_rhs_float32_1_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0000807F"> : tensor<1xf32>
    %in1 = stablehlo.constant dense<"0x0000807F"> : tensor<1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xf32>, tensor<1xf32>) -> (tensor<1xf32>)
    %want0 = stablehlo.constant dense<"0x0000C0FF"> : tensor<1xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1xf32>) -> tensor<1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1xf32>) -> tensor<1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xf32>, %arg1: tensor<1xf32>) -> (tensor<1xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<1xf32>
    return %0 : tensor<1xf32>
  }
}
