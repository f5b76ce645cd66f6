// select_and_scatter_add_dtypes_shape_uint32_2_4_6_selectprim_ge_windowdimensions_2_2_2_windowstrides_1_1_1_padding_0_0_0_0_0_0_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000"> : tensor<1x3x5xui32>
    %in1 = stablehlo.constant dense<"0x030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000"> : tensor<2x4x6xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x3x5xui32>, tensor<2x4x6xui32>) -> (tensor<2x4x6xui32>)
    %want0 = stablehlo.constant dense<"0x040000000000000000000000000000000000000000000000060000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010000000000000003000000000000000000000000000000000000000500000000000000000000000000000009000000000000000000000000000000000000000A00000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<2x4x6xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x4x6xui32>, tensor<2x4x6xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x3x5xui32>, %arg1: tensor<2x4x6xui32>) -> (tensor<2x4x6xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %0 = stablehlo.pad %arg1, %c, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<2x4x6xui32>, tensor<ui32>) -> tensor<2x4x6xui32>
    %c_0 = stablehlo.constant dense<0> : tensor<ui32>
    %1 = "stablehlo.select_and_scatter"(%0, %arg0, %c_0) <{padding = dense<0> : tensor<3x2xi64>, window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %3 = stablehlo.compare GE, %arg2, %arg3, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }, {
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %3 = stablehlo.add %arg2, %arg3 : tensor<ui32>
      stablehlo.return %3 : tensor<ui32>
    }) : (tensor<2x4x6xui32>, tensor<1x3x5xui32>, tensor<ui32>) -> tensor<2x4x6xui32>
    %2 = stablehlo.slice %1 [0:2, 0:4, 0:6] : (tensor<2x4x6xui32>) -> tensor<2x4x6xui32>
    return %2 : tensor<2x4x6xui32>
  }
}
// -----
// select_and_scatter_add_tpu_dtypes_shape_int16_2_4_6_selectprim_ge_windowdimensions_1_3_1_windowstrides_1_2_1_padding_0_0_0_0_0_0_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF"> : tensor<2x1x6xi16>
    %in1 = stablehlo.constant dense<"0x0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200"> : tensor<2x4x6xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x1x6xi16>, tensor<2x4x6xi16>) -> (tensor<2x4x6xi16>)
    %want0 = stablehlo.constant dense<"0x00000000FFFF0000000000000000FFFF0000FDFF0200FAFF0400000000000000000000000000000000000000000000000000000000000000040000000000FEFF000000000000FAFF050000000000000000000000000000000000000000000000"> : tensor<2x4x6xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x4x6xi16>, tensor<2x4x6xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x1x6xi16>, %arg1: tensor<2x4x6xi16>) -> (tensor<2x4x6xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<-32768> : tensor<i16>
    %0 = stablehlo.pad %arg1, %c, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<2x4x6xi16>, tensor<i16>) -> tensor<2x4x6xi16>
    %c_0 = stablehlo.constant dense<0> : tensor<i16>
    %1 = "stablehlo.select_and_scatter"(%0, %arg0, %c_0) <{padding = dense<0> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 3, 1>, window_strides = array<i64: 1, 2, 1>}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %3 = stablehlo.compare GE, %arg2, %arg3, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }, {
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %3 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %3 : tensor<i16>
    }) : (tensor<2x4x6xi16>, tensor<2x1x6xi16>, tensor<i16>) -> tensor<2x4x6xi16>
    %2 = stablehlo.slice %1 [0:2, 0:4, 0:6] : (tensor<2x4x6xi16>) -> tensor<2x4x6xi16>
    return %2 : tensor<2x4x6xi16>
  }
}
