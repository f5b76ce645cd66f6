// cumprod_dtype_by_fun_shape_int16_8_9_axis_0_reverse_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF"> : tensor<8x9xi16>
    %out:1 = func.call @program(%in0) : (tensor<8x9xi16>) -> (tensor<8x9xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF00000000FCFF06000000FEFFEEFFF1FF000000000000FCFFEEFF0000FCFFEEFFE2FF0000000000000000EEFF0000040024003C000000000000000000B8FF00000000B8FF88FF000000000000000050FE00000000000078000000000000000000A0FC00000000000010FF00000000000000000000000000000000C00300000000"> : tensor<8x9xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<8x9xi16>, tensor<8x9xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8x9xi16>) -> (tensor<8x9xi16> {jax.result_info = "result"}) {
    %0 = call @program_cumprod(%arg0) : (tensor<8x9xi16>) -> tensor<8x9xi16>
    return %0 : tensor<8x9xi16>
  }
  func.func private @program_cumprod(%arg0: tensor<8x9xi16>) -> tensor<8x9xi16> {
    %c = stablehlo.constant dense<1> : tensor<i16>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i16>, %arg2: tensor<i16>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<8x9xi16>, tensor<i16>) -> tensor<8x9xi16>
    return %0 : tensor<8x9xi16>
  }
}
// -----
// cumprod_dtype_by_fun_shape_uint16_8_9_associative_scan_reductions_axis_0_reverse_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100"> : tensor<8x9xui16>
    %out:1 = func.call @program(%in0) : (tensor<8x9xui16>) -> (tensor<8x9xui16>)
    %want0 = stablehlo.constant dense<"0x0400010001000300020006000500020000000000040006000000020012000F00000000000000040012000000040012001E00000000000000000012000000040024003C000000000000000000480000000000480078000000000000000000B001000000000000780000000000000000006003000000000000F00000000000000000000000000000000000C00300000000"> : tensor<8x9xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<8x9xui16>, tensor<8x9xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8x9xui16>) -> (tensor<8x9xui16> {jax.result_info = "result"}) {
    %0 = call @program_cumprod(%arg0) : (tensor<8x9xui16>) -> tensor<8x9xui16>
    return %0 : tensor<8x9xui16>
  }
  func.func private @program_cumprod(%arg0: tensor<8x9xui16>) -> tensor<8x9xui16> {
    %c = stablehlo.constant dense<1> : tensor<ui16>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<ui16>, %arg2: tensor<ui16>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<8x9xui16>, tensor<ui16>) -> tensor<8x9xui16>
    return %0 : tensor<8x9xui16>
  }
}
// -----
// cumprod_dtype_by_fun_shape_uint32_8_9_axis_0_reverse_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000"> : tensor<8x9xui32>
    %out:1 = func.call @program(%in0) : (tensor<8x9xui32>) -> (tensor<8x9xui32>)
    %want0 = stablehlo.constant dense<"0x0400000001000000010000000300000002000000060000000500000002000000000000000000000004000000060000000000000002000000120000000F00000000000000000000000000000004000000120000000000000004000000120000001E00000000000000000000000000000000000000120000000000000004000000240000003C00000000000000000000000000000000000000480000000000000000000000480000007800000000000000000000000000000000000000B0010000000000000000000000000000780000000000000000000000000000000000000060030000000000000000000000000000F00000000000000000000000000000000000000000000000000000000000000000000000C00300000000000000000000"> : tensor<8x9xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<8x9xui32>, tensor<8x9xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8x9xui32>) -> (tensor<8x9xui32> {jax.result_info = "result"}) {
    %0 = call @program_cumprod(%arg0) : (tensor<8x9xui32>) -> tensor<8x9xui32>
    return %0 : tensor<8x9xui32>
  }
  func.func private @program_cumprod(%arg0: tensor<8x9xui32>) -> tensor<8x9xui32> {
    %c = stablehlo.constant dense<1> : tensor<ui32>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<ui32>, %arg2: tensor<ui32>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<8x9xui32>, tensor<ui32>) -> tensor<8x9xui32>
    return %0 : tensor<8x9xui32>
  }
}
