// population_count_int16
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xFFFFFEFF00000100"> : tensor<4xi16>
    %out:1 = func.call @program(%in0) : (tensor<4xi16>) -> (tensor<4xi16>)
    %want0 = stablehlo.constant dense<"0x10000F0000000100"> : tensor<4xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4xi16>, tensor<4xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4xi16>) -> (tensor<4xi16> {jax.result_info = "result"}) {
    %0 = stablehlo.popcnt %arg0 : tensor<4xi16>
    return %0 : tensor<4xi16>
  }
}
// -----
// population_count_int32
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xFFFFFFFFFEFFFFFF0000000001000000"> : tensor<4xi32>
    %out:1 = func.call @program(%in0) : (tensor<4xi32>) -> (tensor<4xi32>)
    %want0 = stablehlo.constant dense<"0x200000001F0000000000000001000000"> : tensor<4xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4xi32>, tensor<4xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4xi32>) -> (tensor<4xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.popcnt %arg0 : tensor<4xi32>
    return %0 : tensor<4xi32>
  }
}
