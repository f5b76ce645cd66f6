// eq_dtypes_lhs_int16_rhs_int16_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<i16>
    %in1 = stablehlo.constant dense<"0xFFFF"> : tensor<i16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<i16>, tensor<i16>) -> (tensor<i1>)
    %want0 = stablehlo.constant dense<"0x00"> : tensor<i1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i1>, tensor<i1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<i16>, %arg1: tensor<i16>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
    return %0 : tensor<i1>
  }
}
