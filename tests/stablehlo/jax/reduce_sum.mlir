// reduce_sum_dtypes_shape_uint32_2_3_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000"> : tensor<2x3xui32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xui32>) -> (tensor<3xui32>)
    %want0 = stablehlo.constant dense<"0x070000000300000007000000"> : tensor<3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xui32>, tensor<3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui32>) -> (tensor<3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2x3xui32>, tensor<ui32>) -> tensor<3xui32>
    return %0 : tensor<3xui32>
  }
}
