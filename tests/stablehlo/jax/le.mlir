// le_dtypes_lhs_uint8_rhs_uint8_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<ui8>
    %in1 = stablehlo.constant dense<"0x01"> : tensor<ui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<ui8>, tensor<ui8>) -> (tensor<i1>)
    %want0 = stablehlo.constant dense<"0x00"> : tensor<i1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i1>, tensor<i1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<ui8>, %arg1: tensor<ui8>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare LE, %arg0, %arg1, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    return %0 : tensor<i1>
  }
}
// -----
// le_dtypes_lhs_uint32_rhs_uint32_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<ui32>
    %in1 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<ui32>, tensor<ui32>) -> (tensor<i1>)
    %want0 = stablehlo.constant dense<"0x00"> : tensor<i1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i1>, tensor<i1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<ui32>, %arg1: tensor<ui32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare LE, %arg0, %arg1, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    return %0 : tensor<i1>
  }
}
// -----
// le_dtypes_lhs_int32_rhs_int32_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<i32>
    %in1 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    %want0 = stablehlo.constant dense<"0x00"> : tensor<i1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i1>, tensor<i1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<i32>, %arg1: tensor<i32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare LE, %arg0, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    return %0 : tensor<i1>
  }
}
// -----
// le_dtypes_lhs_bfloat16_rhs_bfloat16_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40"> : tensor<bf16>
    %in1 = stablehlo.constant dense<"0xEBBF"> : tensor<bf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<bf16>, tensor<bf16>) -> (tensor<i1>)
    %want0 = stablehlo.constant dense<"0x00"> : tensor<i1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i1>, tensor<i1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<bf16>, %arg1: tensor<bf16>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare LE, %arg0, %arg1, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    return %0 : tensor<i1>
  }
}
