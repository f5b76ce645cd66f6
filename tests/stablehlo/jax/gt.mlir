// gt_dtypes_lhs_int32_rhs_int32_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<i32>
    %in1 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    %want0 = stablehlo.constant dense<"0x01"> : tensor<i1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i1>, tensor<i1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<i32>, %arg1: tensor<i32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare GT, %arg0, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    return %0 : tensor<i1>
  }
}
// -----
// gt_dtypes_lhs_float16_rhs_float16_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF44"> : tensor<f16>
    %in1 = stablehlo.constant dense<"0x57BF"> : tensor<f16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<f16>, tensor<f16>) -> (tensor<i1>)
    %want0 = stablehlo.constant dense<"0x01"> : tensor<i1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i1>, tensor<i1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<f16>, %arg1: tensor<f16>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare GT, %arg0, %arg1, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    return %0 : tensor<i1>
  }
}
// -----
// gt_broadcasting_lhs_float32_1_2_rhs_float32_3_2_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF"> : tensor<1x2xf32>
    %in1 = stablehlo.constant dense<"0x65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0"> : tensor<3x2xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2xf32>, tensor<3x2xf32>) -> (tensor<3x2xi1>)
    %want0 = stablehlo.constant dense<"0x010101010001"> : tensor<3x2xi1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x2xi1>, tensor<3x2xi1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.compare GT, %0, %arg1, FLOAT : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xi1>
    return %1 : tensor<3x2xi1>
  }
}
