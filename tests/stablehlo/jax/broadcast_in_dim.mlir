// broadcast_in_dim_dtypes_shape_int32_2_outshape_2_broadcastdimensions_0_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFF"> : tensor<2xi32>
    %out:1 = func.call @program(%in0) : (tensor<2xi32>) -> (tensor<2xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFF"> : tensor<2xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2xi32>, tensor<2xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2xi32>) -> (tensor<2xi32> {jax.result_info = "result"}) {
    return %arg0 : tensor<2xi32>
  }
}
