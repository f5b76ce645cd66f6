// scatter_min_dtypes_shape_float32_5_scatterindices_0_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<5xf32>
    %in1 = stablehlo.constant dense<"0x9DF2DCC07E80A740"> : tensor<2xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xf32>, tensor<2xf32>) -> (tensor<5xf32>)
    %want0 = stablehlo.constant dense<"0x9DF2DCC01AEAEABF65D1CABF8E024EC084282640"> : tensor<5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<5xf32>) -> tensor<5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5xf32>) -> tensor<5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5xf64>
    %c8 = stablehlo.abs %c7 : tensor<5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5xf64>
    %c10 = stablehlo.abs %c2 : tensor<5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5xf32>, %arg1: tensor<2xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<5xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<5xf32>
    return %0 : tensor<5xf32>
  }
}
// -----
// scatter_min_dtypes_shape_int32_5_scatterindices_0_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000"> : tensor<5xi32>
    %in1 = stablehlo.constant dense<"0xFAFFFFFF05000000"> : tensor<2xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xi32>, tensor<2xi32>) -> (tensor<5xi32>)
    %want0 = stablehlo.constant dense<"0xFAFFFFFFFFFFFFFFFFFFFFFFFDFFFFFF02000000"> : tensor<5xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5xi32>, tensor<5xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5xi32>, %arg1: tensor<2xi32>) -> (tensor<5xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<5xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<5xi32>
    return %0 : tensor<5xi32>
  }
}
// -----
// scatter_min_modes_out_of_bounds_shape_float32_1_5_scatterindices_10_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<1x5xf32>
    %in1 = stablehlo.constant dense<"0x9DF2DCC0"> : tensor<1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x5xf32>, tensor<1xf32>) -> (tensor<1x5xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<1x5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x5xf32>) -> tensor<1x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x5xf32>) -> tensor<1x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<1x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<1x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<1x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<1x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x5xf32>, %arg1: tensor<1xf32>) -> (tensor<1x5xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<10> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x5xf32>, tensor<1xi64>, tensor<1xf32>) -> tensor<1x5xf32>
    return %0 : tensor<1x5xf32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_float32_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<1x1x1xf32>
    %in1 = stablehlo.constant dense<"0x1AEAEABF"> : tensor<1x1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xf32>, tensor<1x1xf32>) -> (tensor<1x1x1xf32>)
    %want0 = stablehlo.constant dense<"0x1AEAEABF"> : tensor<1x1x1xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x1x1xf32>) -> tensor<1x1x1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x1x1xf32>) -> tensor<1x1x1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x1x1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x1x1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x1x1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x1x1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x1x1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x1x1xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x1x1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x1x1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x1x1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x1x1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x1x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xf32>, %arg1: tensor<1x1xf32>) -> (tensor<1x1x1xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x1x1xf32>, tensor<1xi64>, tensor<1x1xf32>) -> tensor<1x1x1xf32>
    return %0 : tensor<1x1x1xf32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_float32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0"> : tensor<1x125xf32>
    %in1 = stablehlo.constant dense<"0xEF576D40"> : tensor<1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xf32>, tensor<1xf32>) -> (tensor<1x125xf32>)
    %want0 = stablehlo.constant dense<"0xEF576D401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0"> : tensor<1x125xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x125xf32>) -> tensor<1x125xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x125xf32>) -> tensor<1x125xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x125xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x125xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x125xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x125xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x125xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x125xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x125xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x125xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x125xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x125xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x125xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xf32>, %arg1: tensor<1xf32>) -> (tensor<1x125xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x125xf32>, tensor<1xi64>, tensor<1xf32>) -> tensor<1x125xf32>
    return %0 : tensor<1x125xf32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_bfloat16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F0340"> : tensor<1x50x3xbf16>
    %in1 = stablehlo.constant dense<"0x6EBFEAC04740"> : tensor<1x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xbf16>, tensor<1x3xbf16>) -> (tensor<1x50x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BFEAC0EEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F0340"> : tensor<1x50x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x50x3xbf16>) -> tensor<1x50x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x50x3xbf16>) -> tensor<1x50x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x50x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x50x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x50x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x50x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x50x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x50x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<1x50x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x50x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x50x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x50x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x50x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xbf16>, %arg1: tensor<1x3xbf16>) -> (tensor<1x50x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1x50x3xbf16>, tensor<1xi64>, tensor<1x3xbf16>) -> tensor<1x50x3xbf16>
    return %0 : tensor<1x50x3xbf16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_bfloat16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0"> : tensor<1x2x3xbf16>
    %in1 = stablehlo.constant dense<"0xA84012C0753F"> : tensor<1x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xbf16>, tensor<1x3xbf16>) -> (tensor<1x2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC012C0DDC0"> : tensor<1x2x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xbf16>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xbf16>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xbf16>, %arg1: tensor<1x3xbf16>) -> (tensor<1x2x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1x2x3xbf16>, tensor<1xi64>, tensor<1x3xbf16>) -> tensor<1x2x3xbf16>
    return %0 : tensor<1x2x3xbf16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_bfloat16_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F"> : tensor<4x2x3xbf16>
    %in1 = stablehlo.constant dense<"0x2D4003C0"> : tensor<2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xbf16>, tensor<2xbf16>) -> (tensor<4x2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D4003C0"> : tensor<4x2x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2x3xbf16>) -> tensor<4x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2x3xbf16>) -> tensor<4x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<4x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xbf16>, %arg1: tensor<2xbf16>) -> (tensor<4x2x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<4x2x3xbf16>, tensor<2xi64>, tensor<2xbf16>) -> tensor<4x2x3xbf16>
    return %0 : tensor<4x2x3xbf16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_uint16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600"> : tensor<1x2x3xui16>
    %in1 = stablehlo.constant dense<"0x0500"> : tensor<1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui16>, tensor<1xui16>) -> (tensor<1x2x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100030002000500"> : tensor<1x2x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui16>, tensor<1x2x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui16>, %arg1: tensor<1xui16>) -> (tensor<1x2x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x2x3xui16>, tensor<2xi64>, tensor<1xui16>) -> tensor<1x2x3xui16>
    return %0 : tensor<1x2x3xui16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int16_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1xi16>
    %in1 = stablehlo.constant dense<"0xFFFF"> : tensor<1xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xi16>, tensor<1xi16>) -> (tensor<1x1xi16>)
    %want0 = stablehlo.constant dense<"0xFFFF"> : tensor<1x1xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1xi16>, tensor<1x1xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xi16>, %arg1: tensor<1xi16>) -> (tensor<1x1xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x1xi16>, tensor<1xi64>, tensor<1xi16>) -> tensor<1x1xi16>
    return %0 : tensor<1x1xi16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF020000000000000002000200010000000000010000000200"> : tensor<1x50x3xi16>
    %in1 = stablehlo.constant dense<"0x0000F9FF0300"> : tensor<1x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xi16>, tensor<1x3xi16>) -> (tensor<1x50x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFFF9FFFFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF020000000000000002000200010000000000010000000200"> : tensor<1x50x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xi16>, tensor<1x50x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xi16>, %arg1: tensor<1x3xi16>) -> (tensor<1x50x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x50x3xi16>, tensor<1xi64>, tensor<1x3xi16>) -> tensor<1x50x3xi16>
    return %0 : tensor<1x50x3xi16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<2x3xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FEFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<2x3xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<1xi64>, tensor<2x3xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<2x3xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FEFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<2x3xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<1xi64>, tensor<2x3xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int16_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF030002000100"> : tensor<4x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0200FEFF"> : tensor<2xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xi16>, tensor<2xi16>) -> (tensor<4x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF03000200FEFF"> : tensor<4x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xi16>, tensor<4x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xi16>, %arg1: tensor<2xi16>) -> (tensor<4x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<4x2x3xi16>, tensor<2xi64>, tensor<2xi16>) -> tensor<4x2x3xi16>
    return %0 : tensor<4x2x3xi16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_uint32_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    %in1 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui32>, tensor<ui32>) -> (tensor<1xui32>)
    %want0 = stablehlo.constant dense<"0x01000000"> : tensor<1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui32>, tensor<1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui32>, %arg1: tensor<ui32>) -> (tensor<1xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1xui32>, tensor<1xi64>, tensor<ui32>) -> tensor<1xui32>
    return %0 : tensor<1xui32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_uint32_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000"> : tensor<1x2x3xui32>
    %in1 = stablehlo.constant dense<"0x050000000200000000000000000000000400000006000000"> : tensor<2x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui32>, tensor<2x3xui32>) -> (tensor<1x2x3xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000000000000000000000200000006000000"> : tensor<1x2x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui32>, tensor<1x2x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui32>, %arg1: tensor<2x3xui32>) -> (tensor<1x2x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1x2x3xui32>, tensor<1xi64>, tensor<2x3xui32>) -> tensor<1x2x3xui32>
    return %0 : tensor<1x2x3xui32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_uint32_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    %in1 = stablehlo.constant dense<"0x000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000"> : tensor<4x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xui32>, tensor<4x3xui32>) -> (tensor<4x2x3x5xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000000000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000010000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000000000000100000003000000010000000100000001000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xui32>, tensor<4x2x3x5xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xui32>, %arg1: tensor<4x3xui32>) -> (tensor<4x2x3x5xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<4x2x3x5xui32>, tensor<2xi64>, tensor<4x3xui32>) -> tensor<4x2x3x5xui32>
    return %0 : tensor<4x2x3x5xui32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int32_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1xi32>
    %in1 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi32>, tensor<i32>) -> (tensor<1xi32>)
    %want0 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<1xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi32>, tensor<1xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi32>, %arg1: tensor<i32>) -> (tensor<1xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1xi32>, tensor<1xi64>, tensor<i32>) -> tensor<1xi32>
    return %0 : tensor<1xi32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int32_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF030000000400000001000000FDFFFFFF0200000000000000FFFFFFFFFDFFFFFF0100000002000000FFFFFFFF01000000FDFFFFFF020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000"> : tensor<1x50x3xi32>
    %in1 = stablehlo.constant dense<"0x00000000F9FFFFFF03000000"> : tensor<1x3xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xi32>, tensor<1x3xi32>) -> (tensor<1x50x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFFF9FFFFFFFFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF030000000400000001000000FDFFFFFF0200000000000000FFFFFFFFFDFFFFFF0100000002000000FFFFFFFF01000000FDFFFFFF020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000"> : tensor<1x50x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xi32>, tensor<1x50x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xi32>, %arg1: tensor<1x3xi32>) -> (tensor<1x50x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x50x3xi32>, tensor<1xi64>, tensor<1x3xi32>) -> tensor<1x50x3xi32>
    return %0 : tensor<1x50x3xi32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int32_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<1x2x3xi32>
    %in1 = stablehlo.constant dense<"0x05000000FEFFFFFF00000000"> : tensor<1x3xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi32>, tensor<1x3xi32>) -> (tensor<1x2x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFFFEFFFFFFFAFFFFFF"> : tensor<1x2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi32>, tensor<1x2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi32>, %arg1: tensor<1x3xi32>) -> (tensor<1x2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x2x3xi32>, tensor<1xi64>, tensor<1x3xi32>) -> tensor<1x2x3xi32>
    return %0 : tensor<1x2x3xi32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int32_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<1x2x3xi32>
    %in1 = stablehlo.constant dense<"0x05000000FEFFFFFF000000000000000004000000FAFFFFFF"> : tensor<2x3xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi32>, tensor<2x3xi32>) -> (tensor<1x2x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FEFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<1x2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi32>, tensor<1x2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi32>, %arg1: tensor<2x3xi32>) -> (tensor<1x2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x2x3xi32>, tensor<1xi64>, tensor<2x3xi32>) -> tensor<1x2x3xi32>
    return %0 : tensor<1x2x3xi32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int32_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF030000000400000001000000FDFFFFFF0200000000000000FFFFFFFFFDFFFFFF0100000002000000FFFFFFFF01000000FDFFFFFF02000000000000000000000000000000020000000200000001000000000000000000000001000000000000000200000000000000F9FFFFFF03000000060000000100000000000000000000000000000000000000FDFFFFFFFFFFFFFFFEFFFFFF00000000000000000100000000000000020000000000000006000000FBFFFFFFFFFFFFFF020000000700000000000000000000000000000003000000000000000200000000000000FDFFFFFF00000000010000000300000000000000FFFFFFFF010000000000000000000000000000000300000001000000050000000300000001000000FCFFFFFF01000000010000000200000003000000FFFFFFFF02000000FFFFFFFF05000000FDFFFFFFFBFFFFFFFCFFFFFFFEFFFFFFFDFFFFFF05000000"> : tensor<5x6x7xi32>
    %in1 = stablehlo.constant dense<"0x00000000FCFFFFFF03000000FFFFFFFFFDFFFFFF0200000001000000FFFFFFFF040000000000000004000000010000000400000000000000"> : tensor<2x7xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi32>, tensor<2x7xi32>) -> (tensor<5x6x7xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFFFCFFFFFF00000000FFFFFFFFFAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFFFFFFFFFF02000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF030000000400000001000000FDFFFFFF0200000000000000FFFFFFFFFDFFFFFF0100000002000000FFFFFFFF01000000FDFFFFFF02000000000000000000000000000000020000000200000001000000000000000000000001000000000000000200000000000000F9FFFFFF03000000060000000100000000000000000000000000000000000000FDFFFFFFFFFFFFFFFEFFFFFF00000000000000000100000000000000020000000000000006000000FBFFFFFFFFFFFFFF020000000700000000000000000000000000000003000000000000000200000000000000FDFFFFFF00000000010000000300000000000000FFFFFFFF010000000000000000000000000000000300000001000000050000000300000001000000FCFFFFFF01000000010000000200000003000000FFFFFFFF02000000FFFFFFFF05000000FDFFFFFFFBFFFFFFFCFFFFFFFEFFFFFFFDFFFFFF05000000"> : tensor<5x6x7xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi32>, tensor<5x6x7xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi32>, %arg1: tensor<2x7xi32>) -> (tensor<5x6x7xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<5x6x7xi32>, tensor<2x2xi64>, tensor<2x7xi32>) -> tensor<5x6x7xi32>
    return %0 : tensor<5x6x7xi32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF"> : tensor<1x125xi32>
    %in1 = stablehlo.constant dense<"0x03000000"> : tensor<1xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xi32>, tensor<1xi32>) -> (tensor<1x125xi32>)
    %want0 = stablehlo.constant dense<"0x03000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF"> : tensor<1x125xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xi32>, tensor<1x125xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xi32>, %arg1: tensor<1xi32>) -> (tensor<1x125xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x125xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<1x125xi32>
    return %0 : tensor<1x125xi32>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_float16_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF44"> : tensor<1xf16>
    %in1 = stablehlo.constant dense<"0x57BF"> : tensor<f16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xf16>, tensor<f16>) -> (tensor<1xf16>)
    %want0 = stablehlo.constant dense<"0x57BF"> : tensor<1xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1xf16>) -> tensor<1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1xf16>) -> tensor<1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xf16>, %arg1: tensor<f16>) -> (tensor<1xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1xf16>, tensor<1xi64>, tensor<f16>) -> tensor<1xf16>
    return %0 : tensor<1xf16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_float16_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF44"> : tensor<1x1x1xf16>
    %in1 = stablehlo.constant dense<"0x57BF"> : tensor<1x1xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xf16>, tensor<1x1xf16>) -> (tensor<1x1x1xf16>)
    %want0 = stablehlo.constant dense<"0x57BF"> : tensor<1x1x1xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x1x1xf16>) -> tensor<1x1x1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x1x1xf16>) -> tensor<1x1x1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x1x1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x1x1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x1x1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x1x1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x1x1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x1x1xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x1x1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x1x1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x1x1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x1x1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x1x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xf16>, %arg1: tensor<1x1xf16>) -> (tensor<1x1x1xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x1x1xf16>, tensor<1xi64>, tensor<1x1xf16>) -> tensor<1x1x1xf16>
    return %0 : tensor<1x1x1xf16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_float16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %in1 = stablehlo.constant dense<"0x3C4591C0A83B"> : tensor<1x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf16>, tensor<1x3xf16>) -> (tensor<1x2x3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C291C0E8C6"> : tensor<1x2x3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xf16>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xf16>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xf16>, %arg1: tensor<1x3xf16>) -> (tensor<1x2x3xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x2x3xf16>, tensor<1xi64>, tensor<1x3xf16>) -> tensor<1x2x3xf16>
    return %0 : tensor<1x2x3xf16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_float16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %in1 = stablehlo.constant dense<"0x3C45"> : tensor<1xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf16>, tensor<1xf16>) -> (tensor<1x2x3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xf16>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xf16>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xf16>, %arg1: tensor<1xf16>) -> (tensor<1x2x3xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x2x3xf16>, tensor<2xi64>, tensor<1xf16>) -> tensor<1x2x3xf16>
    return %0 : tensor<1x2x3xf16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_float16_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C5"> : tensor<1x125xf16>
    %in1 = stablehlo.constant dense<"0x6B43"> : tensor<1xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xf16>, tensor<1xf16>) -> (tensor<1x125xf16>)
    %want0 = stablehlo.constant dense<"0x6B4357BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C5"> : tensor<1x125xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x125xf16>) -> tensor<1x125xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x125xf16>) -> tensor<1x125xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x125xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x125xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x125xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x125xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x125xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x125xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x125xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x125xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x125xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x125xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x125xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xf16>, %arg1: tensor<1xf16>) -> (tensor<1x125xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x125xf16>, tensor<1xi64>, tensor<1xf16>) -> tensor<1x125xf16>
    return %0 : tensor<1x125xf16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_float16_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C5"> : tensor<1x125xf16>
    %in1 = stablehlo.constant dense<"0x6B43"> : tensor<1xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xf16>, tensor<1xf16>) -> (tensor<1x125xf16>)
    %want0 = stablehlo.constant dense<"0x6B4357BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C5"> : tensor<1x125xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x125xf16>) -> tensor<1x125xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x125xf16>) -> tensor<1x125xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x125xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x125xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x125xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x125xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x125xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x125xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x125xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x125xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x125xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x125xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x125xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xf16>, %arg1: tensor<1xf16>) -> (tensor<1x125xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x125xf16>, tensor<1xi64>, tensor<1xf16>) -> tensor<1x125xf16>
    return %0 : tensor<1x125xf16>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200"> : tensor<1x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<1x3xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101030200"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<1x3xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<1xi64>, tensor<1x3xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200000406"> : tensor<2x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<2x3xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040100000206"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<2x3xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<1xi64>, tensor<2x3xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200000406"> : tensor<2x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<2x3xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040100000206"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<2x3xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<1xi64>, tensor<2x3xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x05"> : tensor<1xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<1xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101030205"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<1xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<2xi64>, tensor<1xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200000001050003030105020100000402020101050301000805010306010101000402010003000000020204020202020403000402010002000000000300000001020000010202010604020200040002010103000401090201000202000200020102020300030103020004010605070601030100000000000103"> : tensor<5x2x2x7xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x000101010202010100000401000003030000000000000101000200010001020102020200030004020002020200000004000100010301000002020002020101000000020100030401000200060002000200000001000000010003020001010100000001010002000000000200000001000202010300040301000203050503000001020001030102010003000000000200010000010000000200020100000000030102000001000200000201020200000001000200030001030001010000000000000001030101020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x1xi64>, tensor<5x2x2x7xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_uint8_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0401010302060502000004060001030300020001030302010202000200010201020202000300040200020205000100060001000103010001020200020203010001000304060404010002000600020002000000010000020100030300010101000100010201030101030002020000040002020103000403010002030505"> : tensor<1x125xui8>
    %in1 = stablehlo.constant dense<"0x03"> : tensor<1xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xui8>, tensor<1xui8>) -> (tensor<1x125xui8>)
    %want0 = stablehlo.constant dense<"0x0301010302060502000004060001030300020001030302010202000200010201020202000300040200020205000100060001000103010001020200020203010001000304060404010002000600020002000000010000020100030300010101000100010201030101030002020000040002020103000403010002030505"> : tensor<1x125xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xui8>, tensor<1x125xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xui8>, %arg1: tensor<1xui8>) -> (tensor<1x125xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x125xui8>, tensor<1xi64>, tensor<1xui8>) -> tensor<1x125xui8>
    return %0 : tensor<1x125xui8>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int8_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1x1xi8>
    %in1 = stablehlo.constant dense<"0xFF"> : tensor<1xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xi8>, tensor<1xi8>) -> (tensor<1x1xi8>)
    %want0 = stablehlo.constant dense<"0xFF"> : tensor<1x1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1xi8>, tensor<1x1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xi8>, %arg1: tensor<1xi8>) -> (tensor<1x1xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1x1xi8>, tensor<1xi64>, tensor<1xi8>) -> tensor<1x1xi8>
    return %0 : tensor<1x1xi8>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int8_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA"> : tensor<1x2x3xi8>
    %in1 = stablehlo.constant dense<"0x05FE000004FA"> : tensor<2x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi8>, tensor<2x3xi8>) -> (tensor<1x2x3xi8>)
    %want0 = stablehlo.constant dense<"0x04FEFFFD02FA"> : tensor<1x2x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi8>, tensor<1x2x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi8>, %arg1: tensor<2x3xi8>) -> (tensor<1x2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1x2x3xi8>, tensor<1xi64>, tensor<2x3xi8>) -> tensor<1x2x3xi8>
    return %0 : tensor<1x2x3xi8>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    %in1 = stablehlo.constant dense<"0x00FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFFFB02FF0000FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003000000FE02040202FEFEFC030004FEFF000200000000FD00000001FE00000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE00FE00FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD"> : tensor<5x2x2x7xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi8>, tensor<5x2x2x7xi8>) -> (tensor<5x6x7xi8>)
    %want0 = stablehlo.constant dense<"0x00FCFFFDFDFA01FE000004FA00FFFDFDFFFEFE00FD00010100FDFDFE0001FEFFFEFEFE00FD00040200FEFB02FFFF00FCFE0100FFFDFDFF00F80200FDFE0101FF00FC02FF00FCFCFF000200FA00020002000000010000FEFE00030200FEFEFC00FF00FEFFFF020000FD00FDFE0000FCFE02FE01FD00FC030100FE0305FB030000FD02FEFFFDFCFEFE00FD00FE00FF020001FF00010000FEF900FE0100000000FDFFFE00000100020000FBFF02FE0000000100FE00FDFFFAFBF9FAFF00FF000000000001FC01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi8>, tensor<5x6x7xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi8>, %arg1: tensor<5x2x2x7xi8>) -> (tensor<5x6x7xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<5x6x7xi8>, tensor<2x2x1xi64>, tensor<5x2x2x7xi8>) -> tensor<5x6x7xi8>
    return %0 : tensor<5x6x7xi8>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    %in1 = stablehlo.constant dense<"0x00FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFFFB02FF0000FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003000000FE02040202FEFEFC030004FEFF000200000000FD00000001FE00000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE00FE00FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD"> : tensor<5x2x2x7xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi8>, tensor<5x2x2x7xi8>) -> (tensor<5x6x7xi8>)
    %want0 = stablehlo.constant dense<"0x00FCFFFDFDFA01FE000004FA00FFFDFDFFFEFE00FD00010100FDFDFE0001FEFFFEFEFE00FD00040200FEFB02FFFF00FCFE0100FFFDFDFF00F80200FDFE0101FF00FC02FF00FCFCFF000200FA00020002000000010000FEFE00030200FEFEFC00FF00FEFFFF020000FD00FDFE0000FCFE02FE01FD00FC030100FE0305FB030000FD02FEFFFDFCFEFE00FD00FE00FF020001FF00010000FEF900FE0100000000FDFFFE00000100020000FBFF02FE0000000100FE00FDFFFAFBF9FAFF00FF000000000001FC01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi8>, tensor<5x6x7xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi8>, %arg1: tensor<5x2x2x7xi8>) -> (tensor<5x6x7xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<5x6x7xi8>, tensor<2x2x1xi64>, tensor<5x2x2x7xi8>) -> tensor<5x6x7xi8>
    return %0 : tensor<5x6x7xi8>
  }
}
// -----
// scatter_min_no_xla_unique_indices_shape_int8_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    %in1 = stablehlo.constant dense<"0x00FC03FFFD0201FF040004010400FD07FF00FE00"> : tensor<5x2x2xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi8>, tensor<5x2x2xi8>) -> (tensor<5x6x7xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE00FF04FA00FF03FD00FC0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFEFD00FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF000101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020001000001000200F90306FD00000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FCFE010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi8>, tensor<5x6x7xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi8>, %arg1: tensor<5x2x2xi8>) -> (tensor<5x6x7xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<5x6x7xi8>, tensor<2x2x2xi64>, tensor<5x2x2xi8>) -> tensor<5x6x7xi8>
    return %0 : tensor<5x6x7xi8>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_float32_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F22940"> : tensor<3x5x4xf32>
    %in1 = stablehlo.constant dense<"0x2BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F"> : tensor<3x2x4xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xf32>, tensor<3x2x4xf32>) -> (tensor<3x5x4xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC02BD810C09DF2DCC00EF7C43FD72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03F23D1F53E4B1086C08AA28AC09E21C2C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240292A6BBF389BF4BF76470F3FB8759D3F6C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F22940"> : tensor<3x5x4xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x5x4xf32>) -> tensor<3x5x4xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x5x4xf32>) -> tensor<3x5x4xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x5x4xf64>, tensor<3x5x4xf64>) -> tensor<3x5x4xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x5x4xf64>, tensor<3x5x4xf64>) -> tensor<3x5x4xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x5x4xf64>, tensor<3x5x4xf64>) -> tensor<3x5x4xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x5x4xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x5x4xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x5x4xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x5x4xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x5x4xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x5x4xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x5x4xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x5x4xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x5x4xf64>, tensor<3x5x4xf64>) -> tensor<3x5x4xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x5x4xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x5x4xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x5x4xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xf32>, %arg1: tensor<3x2x4xf32>) -> (tensor<3x5x4xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<3x5x4xf32>, tensor<2x1xi64>, tensor<3x2x4xf32>) -> tensor<3x5x4xf32>
    return %0 : tensor<3x5x4xf32>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_bfloat16_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40"> : tensor<1xbf16>
    %in1 = stablehlo.constant dense<"0xEBBFCBBF"> : tensor<2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xbf16>, tensor<2xbf16>) -> (tensor<1xbf16>)
    %want0 = stablehlo.constant dense<"0xEBBF"> : tensor<1xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1xbf16>) -> tensor<1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1xbf16>) -> tensor<1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xbf16>, %arg1: tensor<2xbf16>) -> (tensor<1xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1xbf16>, tensor<2x1xi64>, tensor<2xbf16>) -> tensor<1xbf16>
    return %0 : tensor<1xbf16>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_bfloat16_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40"> : tensor<1xbf16>
    %in1 = stablehlo.constant dense<"0xEBBFCBBF"> : tensor<2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xbf16>, tensor<2xbf16>) -> (tensor<1xbf16>)
    %want0 = stablehlo.constant dense<"0xEBBF"> : tensor<1xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1xbf16>) -> tensor<1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1xbf16>) -> tensor<1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xbf16>, %arg1: tensor<2xbf16>) -> (tensor<1xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1xbf16>, tensor<2x1xi64>, tensor<2xbf16>) -> tensor<1xbf16>
    return %0 : tensor<1xbf16>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_bfloat16_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF"> : tensor<3xbf16>
    %in1 = stablehlo.constant dense<"0x4EC02640DDC0"> : tensor<3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xbf16>, tensor<3xbf16>) -> (tensor<3xbf16>)
    %want0 = stablehlo.constant dense<"0x2640DDC0CBBF"> : tensor<3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3xbf16>) -> tensor<3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3xbf16>) -> tensor<3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xbf16>, %arg1: tensor<3xbf16>) -> (tensor<3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<3xbf16>, tensor<3x1xi64>, tensor<3xbf16>) -> tensor<3xbf16>
    return %0 : tensor<3xbf16>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_bfloat16_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF"> : tensor<3xbf16>
    %in1 = stablehlo.constant dense<"0x4EC02640DDC0"> : tensor<3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xbf16>, tensor<3xbf16>) -> (tensor<3xbf16>)
    %want0 = stablehlo.constant dense<"0x2640DDC0CBBF"> : tensor<3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3xbf16>) -> tensor<3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3xbf16>) -> tensor<3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xbf16>, %arg1: tensor<3xbf16>) -> (tensor<3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<3xbf16>, tensor<3x1xi64>, tensor<3xbf16>) -> tensor<3xbf16>
    return %0 : tensor<3xbf16>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_uint16_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1xui16>
    %in1 = stablehlo.constant dense<"0x01000100"> : tensor<2xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui16>, tensor<2xui16>) -> (tensor<1xui16>)
    %want0 = stablehlo.constant dense<"0x0100"> : tensor<1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui16>, tensor<1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui16>, %arg1: tensor<2xui16>) -> (tensor<1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1xui16>, tensor<2x1xi64>, tensor<2xui16>) -> tensor<1xui16>
    return %0 : tensor<1xui16>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_uint16_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600"> : tensor<2x3xui16>
    %in1 = stablehlo.constant dense<"0x050002000000000004000600"> : tensor<2x1x3xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xui16>, tensor<2x1x3xui16>) -> (tensor<2x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000000030002000000"> : tensor<2x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xui16>, tensor<2x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui16>, %arg1: tensor<2x1x3xui16>) -> (tensor<2x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<2x3xui16>, tensor<1x3x1xi64>, tensor<2x1x3xui16>) -> tensor<2x3xui16>
    return %0 : tensor<2x3xui16>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_int16_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFF"> : tensor<3xi16>
    %in1 = stablehlo.constant dense<"0xFDFF0200FAFF"> : tensor<3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi16>, tensor<3xi16>) -> (tensor<3xi16>)
    %want0 = stablehlo.constant dense<"0x0200FAFFFFFF"> : tensor<3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi16>, tensor<3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi16>, %arg1: tensor<3xi16>) -> (tensor<3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<3xi16>, tensor<3x1xi64>, tensor<3xi16>) -> tensor<3xi16>
    return %0 : tensor<3xi16>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_int16_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x1x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xi16>, tensor<2x1x3xi16>) -> (tensor<2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFEFFFDFF0200FAFF"> : tensor<2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xi16>, tensor<2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi16>, %arg1: tensor<2x1x3xi16>) -> (tensor<2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<2x3xi16>, tensor<1x3x1xi64>, tensor<2x1x3xi16>) -> tensor<2x3xi16>
    return %0 : tensor<2x3xi16>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_int16_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200"> : tensor<3x5x4xi16>
    %in1 = stablehlo.constant dense<"0xFEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF00000200000002000000000000000100"> : tensor<3x2x4xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xi16>, tensor<3x2x4xi16>) -> (tensor<3x5x4xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFFFEFFFAFF0100FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000000FCFFFCFFFAFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000100000001000000FFFFFDFFFFFF000001000200020000000200"> : tensor<3x5x4xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x4xi16>, tensor<3x5x4xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xi16>, %arg1: tensor<3x2x4xi16>) -> (tensor<3x5x4xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<3x5x4xi16>, tensor<2x1xi64>, tensor<3x2x4xi16>) -> tensor<3x5x4xi16>
    return %0 : tensor<3x5x4xi16>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_int32_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000"> : tensor<3x5x4xi32>
    %in1 = stablehlo.constant dense<"0xFEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF0000000002000000000000000200000000000000000000000000000001000000"> : tensor<3x2x4xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xi32>, tensor<3x2x4xi32>) -> (tensor<3x5x4xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFFFEFFFFFFFAFFFFFF01000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000000000000FCFFFFFFFCFFFFFFFAFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000001000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000"> : tensor<3x5x4xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x4xi32>, tensor<3x5x4xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xi32>, %arg1: tensor<3x2x4xi32>) -> (tensor<3x5x4xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<3x5x4xi32>, tensor<2x1xi64>, tensor<3x2x4xi32>) -> tensor<3x5x4xi32>
    return %0 : tensor<3x5x4xi32>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_uint8_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101"> : tensor<3xui8>
    %in1 = stablehlo.constant dense<"0x030206"> : tensor<3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xui8>, tensor<3xui8>) -> (tensor<3xui8>)
    %want0 = stablehlo.constant dense<"0x020101"> : tensor<3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xui8>, tensor<3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>) -> (tensor<3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<3xui8>, tensor<3x1xi64>, tensor<3xui8>) -> tensor<3xui8>
    return %0 : tensor<3xui8>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_int8_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
    %in1 = stablehlo.constant dense<"0xFFFF"> : tensor<2xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi8>, tensor<2xi8>) -> (tensor<1xi8>)
    %want0 = stablehlo.constant dense<"0xFF"> : tensor<1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi8>, tensor<1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi8>, %arg1: tensor<2xi8>) -> (tensor<1xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1xi8>, tensor<2x1xi64>, tensor<2xi8>) -> tensor<1xi8>
    return %0 : tensor<1xi8>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_int8_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFF"> : tensor<3xi8>
    %in1 = stablehlo.constant dense<"0xFD02FA"> : tensor<3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi8>, tensor<3xi8>) -> (tensor<3xi8>)
    %want0 = stablehlo.constant dense<"0x02FAFF"> : tensor<3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi8>, tensor<3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi8>, %arg1: tensor<3xi8>) -> (tensor<3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<3xi8>, tensor<3x1xi64>, tensor<3xi8>) -> tensor<3xi8>
    return %0 : tensor<3xi8>
  }
}
// -----
// scatter_min_no_xla_non_unique_indices_shape_int8_3_5_40_scatterindices_1_1_updateshape_3_5_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_2_scatter_dims_to_operand_dims_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF02FF05FDFBFCFEFD0500FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFFFB02FF0000FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003000000FE02040202FEFEFC030004FEFF000200000000FD00000001FE00000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE00FE00FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD03020002FEFF0000FFFEFF02FB01000201F8010000FF02FF050106FEFB020200FCFF01000000FEFFFC05FF01FD02FB020006FD000103FF00FAFE010300060500F9FBFE0300FA0004FFFE0600FF0100FF0303020003000103020501FBFD040001FE03FF04FF0302FE03FEFE02FFFFFFFD03010000010502FF02000005FFFFFBFC01FE01FDFE020401030503FE0001FF01FCFE01FAFD00FB00FE000000FF00FF01050000FD02FEFE01000304FF0005020203FF010404FE000100FF02FFFB01FFFEFC03FAFB000303FD00FC03FC00030004FE0102000401FC0B0100FC00FF01010500010100000302FFFD00030005FE00F9FF00010500040102FF04"> : tensor<3x5x40xi8>
    %in1 = stablehlo.constant dense<"0xFD01FEFFFCFF0100FC04010302FFFBFE03FD02FF01FB03000200020002FC"> : tensor<3x5x2xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x40xi8>, tensor<3x5x2xi8>) -> (tensor<3x5x40xi8>)
    %want0 = stablehlo.constant dense<"0x04FDFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA0002000200FC00010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFC00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF01FF05FDFBFCFEFD0500FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFFFB02FFFF00FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003000000FE02040202FEFEFC030004FEFB000200000000FD00000001FE00000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE00FD00FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD03020002FEFF0000FFFEFFFFFB01000201F8010000FF02FF050106FEFB020200FCFF01000000FEFFFC05FF01FD02FB020006FDFB0103FF00FAFE010300060500F9FBFE0300FA0004FFFE0600FF0100FF0303020003000103020501FBFD040001FE03FF04FF0302FE03FEFE02FFFFFFFD03010000010502FF02000005FFFFFBFC01FE01FDFE020401030503FE0001FF01FCFE01FAFD00FB00FE000000FF00FF01050000FD02FEFE01000304FF0005020203FF010404FE000100FF02FFFB01FFFEFC03FAFB000303FD00FC03FC00030004FE0102FC0401FC0B0100FC00FF01010500010100000302FFFD00030005FE00F9FF00010500040102FF04"> : tensor<3x5x40xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x40xi8>, tensor<3x5x40xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x40xi8>, %arg1: tensor<3x5x2xi8>) -> (tensor<3x5x40xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.minimum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<3x5x40xi8>, tensor<2x1xi64>, tensor<3x5x2xi8>) -> tensor<3x5x40xi8>
    return %0 : tensor<3x5x40xi8>
  }
}
