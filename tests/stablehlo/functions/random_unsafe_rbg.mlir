// random_unsafe_rbg.bits8
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x32FB1425E4496AB96EEE30509D0E0E2F"> : tensor<4xui32>
    %out:1 = func.call @program(%in0) : (tensor<4xui32>) -> (tensor<9xui8>)
    %want0 = stablehlo.constant dense<"0x9E810066D93EDFC97B"> : tensor<9xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<9xui8>, tensor<9xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4xui32>) -> (tensor<9xui8> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui8>)
    %2 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
    %3 = stablehlo.reshape %2 : (tensor<2x2xui32>) -> tensor<4xui32>
    return %output : tensor<9xui8>
  }
}
