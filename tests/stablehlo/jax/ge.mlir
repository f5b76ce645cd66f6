// ge_dtypes_lhs_bfloat16_rhs_bfloat16_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40"> : tensor<bf16>
    %in1 = stablehlo.constant dense<"0xEBBF"> : tensor<bf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<bf16>, tensor<bf16>) -> (tensor<i1>)
    %want0 = stablehlo.constant dense<"0x01"> : tensor<i1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i1>, tensor<i1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<bf16>, %arg1: tensor<bf16>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    return %0 : tensor<i1>
  }
}
// -----
// ge_broadcasting_lhs_float32_rhs_float32_2_3_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<f32>
    %in1 = stablehlo.constant dense<"0x1AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<f32>, tensor<2x3xf32>) -> (tensor<2x3xi1>)
    %want0 = stablehlo.constant dense<"0x010101010100"> : tensor<2x3xi1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.compare GE, %0, %arg1, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    return %1 : tensor<2x3xi1>
  }
}
