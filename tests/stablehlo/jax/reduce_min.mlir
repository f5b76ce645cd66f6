// reduce_min_dtypes_shape_int32_2_3_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<2x3xi32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xi32>) -> (tensor<3xi32>)
    %want0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFAFFFFFF"> : tensor<3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi32>, tensor<3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi32>) -> (tensor<3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2147483647> : tensor<i32>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.minimum across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
    return %0 : tensor<3xi32>
  }
}
