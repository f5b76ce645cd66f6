// reduce_and_dtypes_shape_bool_2_3_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x010101010101"> : tensor<2x3xi1>
    %out:1 = func.call @program(%in0) : (tensor<2x3xi1>) -> (tensor<3xi1>)
    %want0 = stablehlo.constant dense<"0x010101"> : tensor<3xi1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi1>, tensor<3xi1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi1>) -> (tensor<3xi1> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.and across dimensions = [0] : (tensor<2x3xi1>, tensor<i1>) -> tensor<3xi1>
    return %0 : tensor<3xi1>
  }
}
