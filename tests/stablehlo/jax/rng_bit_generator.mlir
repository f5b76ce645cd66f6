// rng_bit_generator_key_dtype_class_numpy_uint32_shape_uint32_algorithm_RandomAlgorithm_RNG_PHILOX:_2_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000010000000100000003000000"> : tensor<4xui32>
    %out:2 = func.call @program(%in0) : (tensor<4xui32>) -> (tensor<4xui32>, tensor<ui32>)
    %want0 = stablehlo.constant dense<"0x04000000010000000200000003000000"> : tensor<4xui32>
    %want1 = stablehlo.constant dense<"0x80967197"> : tensor<ui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4xui32>, tensor<4xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%out#1, %want1) : (tensor<ui32>, tensor<ui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4xui32>) -> (tensor<4xui32> {jax.result_info = "result[0]"}, tensor<ui32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %1, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
    %2 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
    %3 = stablehlo.reshape %2 : (tensor<2x2xui32>) -> tensor<4xui32>
    return %3, %output : tensor<4xui32>, tensor<ui32>
  }
}
