// cummax_dtype_by_fun_shape_int8_8_9_axis_0_reverse_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF"> : tensor<8x9xi8>
    %out:1 = func.call @program(%in0) : (tensor<8x9xi8>) -> (tensor<8x9xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000404FF0002030500000404FF030203050000040401030203050000040404030203050500040406030203050500040406030203050501040406030406050501"> : tensor<8x9xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<8x9xi8>, tensor<8x9xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8x9xi8>) -> (tensor<8x9xi8> {jax.result_info = "result"}) {
    %0 = call @program_cummax(%arg0) : (tensor<8x9xi8>) -> tensor<8x9xi8>
    return %0 : tensor<8x9xi8>
  }
  func.func private @program_cummax(%arg0: tensor<8x9xi8>) -> tensor<8x9xi8> {
    %c = stablehlo.constant dense<-128> : tensor<i8>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i8>) -> tensor<i8>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i8>, %arg2: tensor<i8>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<i8>
      stablehlo.return %2 : tensor<i8>
    }) : (tensor<8x9xi8>, tensor<i8>) -> tensor<8x9xi8>
    return %1 : tensor<8x9xi8>
  }
}
// -----
// cummax_reverse_shape_float32_8_9_axis_0_reverse_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF"> : tensor<8x9xf32>
    %out:1 = func.call @program(%in0) : (tensor<8x9xf32>) -> (tensor<8x9xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B40C45C8C40DF9FC94076C95B4005E79140B4D0D1407E80A740C479A2400EF7C43F3EAE013EC45C8C40DF9FC94076C95B4005E79140B4D0D140DFF62C40C479A2400EF7C43F3EAE013E6843E13FDF9FC94076C95B4005E79140B4D0D140DFF62C40C479A2400EF7C43F476E20BF6843E13FDF9FC940D945594005E79140B4D0D140924387BFC479A2400EF7C43F476E20BF6843E13FDF9FC940D945594005E79140B4D0D140924387BFC479A2400EF7C43F476E20BF6843E13FDF9FC940D945594005E79140B4D0D140924387BFFA8C70400EF7C43F476E20BF6843E13FB6152140D945594005E79140B4D0D1402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF"> : tensor<8x9xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<8x9xf32>) -> tensor<8x9xf64>
    %c2 = stablehlo.convert %want0 : (tensor<8x9xf32>) -> tensor<8x9xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<8x9xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<8x9xf64>
    %c8 = stablehlo.abs %c7 : tensor<8x9xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<8x9xf64>
    %c10 = stablehlo.abs %c2 : tensor<8x9xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<8x9xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<8x9xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<8x9xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<8x9xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<8x9xi1>
    check.expect_eq_const %c16, dense<true> : tensor<8x9xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8x9xf32>) -> (tensor<8x9xf32> {jax.result_info = "result"}) {
    %0 = call @program_cummax(%arg0) : (tensor<8x9xf32>) -> tensor<8x9xf32>
    return %0 : tensor<8x9xf32>
  }
  func.func private @program_cummax(%arg0: tensor<8x9xf32>) -> tensor<8x9xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 7], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x9xf32>, tensor<f32>) -> tensor<8x9xf32>
    return %1 : tensor<8x9xf32>
  }
}
