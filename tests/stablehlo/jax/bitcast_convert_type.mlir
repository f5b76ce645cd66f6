// bitcast_convert_type_dtypes_to_new_dtypes_shape_bfloat16_2_3_newdtype_uint16
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0"> : tensor<2x3xbf16>
    %out:1 = func.call @program(%in0) : (tensor<2x3xbf16>) -> (tensor<2x3xui16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0"> : tensor<2x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xui16>, tensor<2x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xbf16>) -> (tensor<2x3xui16> {jax.result_info = "result"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xbf16>) -> tensor<2x3xui16>
    return %0 : tensor<2x3xui16>
  }
}
// -----
// bitcast_convert_type_dtypes_to_new_dtypes_shape_float16_2_3_newdtype_bfloat16
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<2x3xf16>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf16>) -> (tensor<2x3xbf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<2x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<2x3xbf16>) -> tensor<2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2x3xbf16>) -> tensor<2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf16>) -> (tensor<2x3xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf16>) -> tensor<2x3xbf16>
    return %0 : tensor<2x3xbf16>
  }
}
// -----
// bitcast_convert_type_dtypes_to_new_dtypes_shape_float32_2_3_newdtype_float32
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<2x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
// -----
// bitcast_convert_type_dtypes_to_new_dtypes_shape_int16_2_3_newdtype_bfloat16
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<2x3xi16>
    %out:1 = func.call @program(%in0) : (tensor<2x3xi16>) -> (tensor<2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<2x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<2x3xbf16>) -> tensor<2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2x3xbf16>) -> tensor<2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi16>) -> (tensor<2x3xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xi16>) -> tensor<2x3xbf16>
    return %0 : tensor<2x3xbf16>
  }
}
// -----
// bitcast_convert_type_dtypes_to_new_dtypes_shape_int16_2_3_newdtype_int16
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<2x3xi16>
    %out:1 = func.call @program(%in0) : (tensor<2x3xi16>) -> (tensor<2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xi16>, tensor<2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi16>) -> (tensor<2x3xi16> {jax.result_info = "result"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xi16>) -> tensor<2x3xi16>
    return %0 : tensor<2x3xi16>
  }
}
