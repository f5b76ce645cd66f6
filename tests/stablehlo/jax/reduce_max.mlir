// reduce_max_dtypes_shape_uint8_2_3_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<2x3xui8>
    %out:1 = func.call @program(%in0) : (tensor<2x3xui8>) -> (tensor<3xui8>)
    %want0 = stablehlo.constant dense<"0x040206"> : tensor<3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xui8>, tensor<3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui8>) -> (tensor<3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<ui8>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xui8>, tensor<ui8>) -> tensor<3xui8>
    return %0 : tensor<3xui8>
  }
}
