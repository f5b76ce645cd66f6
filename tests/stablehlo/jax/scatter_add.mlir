// scatter_add_modes_in_bounds_shape_float32_5_scatterindices_0_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<5xf32>
    %in1 = stablehlo.constant dense<"0x9DF2DCC07E80A740"> : tensor<2xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xf32>, tensor<2xf32>) -> (tensor<5xf32>)
    %want0 = stablehlo.constant dense<"0x680502C01AEAEABF4A9869408E024EC084282640"> : tensor<5xf32>
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
      %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<5xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<5xf32>
    return %0 : tensor<5xf32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_float32_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F"> : tensor<4x2x3x5xf32>
    %in1 = stablehlo.constant dense<"0x203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BF"> : tensor<4x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xf32>, tensor<4x3xf32>) -> (tensor<4x2x3x5xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC08B6E21409DF2DCC07E80A740D72612C0A305753FCCB544C0C45C8C4005C6C5C0CD9D77BF147A93BF581FE740DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C0E5CD7840629F1BBD0A8656C00008343F4C579F40924256C0675413BFBD6C2AC053740FC0C479A2403C197740389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BFF826CB40032868BED945594005E79140B4D0D140A23A4BC08AA28AC003B7C1BF23D1F53E7439284055A829C09E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BFBE127740B4966D3E310A84BFF7ED053E9014EEBF2892C63F87B2ABBF011B6B40D8F09A3F25EFE33F8216A3C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F"> : tensor<4x2x3x5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2x3x5xf32>) -> tensor<4x2x3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2x3x5xf32>) -> tensor<4x2x3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2x3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2x3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2x3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2x3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2x3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2x3x5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<4x2x3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2x3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2x3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2x3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2x3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xf32>, %arg1: tensor<4x3xf32>) -> (tensor<4x2x3x5xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4x2x3x5xf32>, tensor<2xi64>, tensor<4x3xf32>) -> tensor<4x2x3x5xf32>
    return %0 : tensor<4x2x3x5xf32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_float32_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F"> : tensor<4x2x3x5xf32>
    %in1 = stablehlo.constant dense<"0x203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BF"> : tensor<4x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xf32>, tensor<4x3xf32>) -> (tensor<4x2x3x5xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC08B6E21409DF2DCC07E80A740D72612C0A305753FCCB544C0C45C8C4005C6C5C0CD9D77BF147A93BF581FE740DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C0E5CD7840629F1BBD0A8656C00008343F4C579F40924256C0675413BFBD6C2AC053740FC0C479A2403C197740389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BFF826CB40032868BED945594005E79140B4D0D140A23A4BC08AA28AC003B7C1BF23D1F53E7439284055A829C09E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BFBE127740B4966D3E310A84BFF7ED053E9014EEBF2892C63F87B2ABBF011B6B40D8F09A3F25EFE33F8216A3C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F"> : tensor<4x2x3x5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2x3x5xf32>) -> tensor<4x2x3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2x3x5xf32>) -> tensor<4x2x3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2x3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2x3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2x3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2x3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2x3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2x3x5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<4x2x3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2x3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2x3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2x3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2x3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xf32>, %arg1: tensor<4x3xf32>) -> (tensor<4x2x3x5xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4x2x3x5xf32>, tensor<2xi64>, tensor<4x3xf32>) -> tensor<4x2x3x5xf32>
    return %0 : tensor<4x2x3x5xf32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_bfloat16_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40"> : tensor<1xbf16>
    %in1 = stablehlo.constant dense<"0xEBBF"> : tensor<bf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xbf16>, tensor<bf16>) -> (tensor<1xbf16>)
    %want0 = stablehlo.constant dense<"0x4240"> : tensor<1xbf16>
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
  func.func private @program(%arg0: tensor<1xbf16>, %arg1: tensor<bf16>) -> (tensor<1xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1xbf16>, tensor<1xi64>, tensor<bf16>) -> tensor<1xbf16>
    return %0 : tensor<1xbf16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_bfloat16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F0340"> : tensor<1x50x3xbf16>
    %in1 = stablehlo.constant dense<"0x6EBFEAC04740"> : tensor<1x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xbf16>, tensor<1x3xbf16>) -> (tensor<1x50x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3EFBBFE6C0A03F0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F0340"> : tensor<1x50x3xbf16>
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
      %1 = stablehlo.add %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1x50x3xbf16>, tensor<1xi64>, tensor<1x3xbf16>) -> tensor<1x50x3xbf16>
    return %0 : tensor<1x50x3xbf16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_bfloat16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0"> : tensor<1x2x3xbf16>
    %in1 = stablehlo.constant dense<"0xA840"> : tensor<1xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xbf16>, tensor<1xbf16>) -> (tensor<1x2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640D4BF"> : tensor<1x2x3xbf16>
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
  func.func private @program(%arg0: tensor<1x2x3xbf16>, %arg1: tensor<1xbf16>) -> (tensor<1x2x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1x2x3xbf16>, tensor<2xi64>, tensor<1xbf16>) -> tensor<1x2x3xbf16>
    return %0 : tensor<1x2x3xbf16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_bfloat16_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %in1 = stablehlo.constant dense<"0x7BBF81C05640E1BF6DC02840EF3FA7BF8740C63E9B40C13F9640A83E6AC0EB40D2BF19BF06C01CBF3A3F1B3FFE3FAC40B9BE6DC063C000C0A1C01E40BFBF6FBFBABB86C025C00240EE3FAABFAE407BC084BF31BF06C1BA408D3F49C0C540E13FA53FE9BFA33E92C0194090BFCE3E67405B3F4A3F543F0DC02140944012402A4028C027C08AC06D4043BF864016C0A8BF933E31403B3E223F4B3D083F56C0793E0FBF2FBEBD3F03C082BE64BFA03F174037C0E13FC6408DC01FC029C056BF9C40243D05C0EF3FE6BF58406A3F8540FEBF11411E40FB3F1DBE0BC027C0D1BE19C0593F1FC0EE3F384008C0654037BF5E40A83F57403FC0A4BE8B40EDBFC4C0BAC0F1C0CBC09EBF7540AABF783FA9BED23C01BF06BFB13F62C0"> : tensor<5x2x2x7xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xbf16>, tensor<5x2x2x7xbf16>) -> (tensor<5x6x7xbf16>)
    %want0 = stablehlo.constant dense<"0x7940BCC0E13F9FC08EBF89C0E44066C0A640BABE144196C06E4052BF80BE82400AC04FC0FCBF923F24C081409640DC401640B8C07BC09AC04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC0E8C0F140ACBF36C0123F08400EC07840314018C001409FC0D4BF883FBCC00A41FA3FF8BE7940B14035402EC0E53F99C0B9405C40DF4014BF8BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3FBA3F933F98BF89BF38400041BC404E4070C091C042C07C40E6BF8A4086C0483F87BFCE40B23F1A404FC0853F90BF27C0AEBF96BD2AC08DBF224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409440003E16C09E405AC060BD204030C0E0BD90C03A3FB83F1D40F8BFA83F06C0C0404A40B840C9BF15418A402A40F23F46C01FC12D408640A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FED4003C1A0BDB240AF40354016BF3240AA40204070BFA4BF083F69BF94C0F8BFFCC003C1E83E9240F8BE403F4A40913FA7403440574006C1E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5x6x7xbf16>) -> tensor<5x6x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x6x7xbf16>) -> tensor<5x6x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x6x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x6x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x6x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x6x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x6x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x6x7xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<5x6x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x6x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x6x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x6x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x6x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xbf16>, %arg1: tensor<5x2x2x7xbf16>) -> (tensor<5x6x7xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<5x6x7xbf16>, tensor<2x2x1xi64>, tensor<5x2x2x7xbf16>) -> tensor<5x6x7xbf16>
    return %0 : tensor<5x6x7xbf16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_bfloat16_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %in1 = stablehlo.constant dense<"0x7BBF81C05640E1BF6DC02840EF3FA7BF8740C63E9B40C13F9640A83E6AC0EB40D2BF19BF06C01CBF"> : tensor<5x2x2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xbf16>, tensor<5x2x2xbf16>) -> (tensor<5x6x7xbf16>)
    %want0 = stablehlo.constant dense<"0x9C4034C0CBBF4EC02640DDC0A84012C0753F20C08C40C6C078BF93BF5A4053C004BFD6C0023EE03F53C05C402D40C13F2D4003C0BDBE34C02240CC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0AE3F1C3EF5BF133FCA40B93EED3F673F17C05BC086BF20BFE13F214033405B3FA94011C07140C53F65BFBC3F68BE59409240D24086C01EC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183F924001C0913FBB3E594066400E3F90BFD0BEA33F6E3E84BF063EEEBF0640ACBF82409B3FE43F52C0023F0E4037C04CBFC83D84C0723FEC4025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40B64066C026400BBFE8BF6CC0D33F1840AF40C83F5CC01A400F3E0FBF9CBE27402540CB3FD43E6F3EED3F333F03406EBFEAC04740D24016C09ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240EAC0F8BF2D40F3403FBF063E2EBF8040BCBF034076BF74C0713FC13F7840AABE1DC0D83F393F583F61BE5F408E3FB7405540FD3F9CC094BEA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5x6x7xbf16>) -> tensor<5x6x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x6x7xbf16>) -> tensor<5x6x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x6x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x6x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x6x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x6x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x6x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x6x7xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<5x6x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x6x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x6x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x6x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x6x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xbf16>, %arg1: tensor<5x2x2xbf16>) -> (tensor<5x6x7xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<5x6x7xbf16>, tensor<2x2x2xi64>, tensor<5x2x2xbf16>) -> tensor<5x6x7xbf16>
    return %0 : tensor<5x6x7xbf16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint16_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xui16>
    %in1 = stablehlo.constant dense<"0x0100"> : tensor<1x1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xui16>, tensor<1x1xui16>) -> (tensor<1x1x1xui16>)
    %want0 = stablehlo.constant dense<"0x0500"> : tensor<1x1x1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xui16>, tensor<1x1x1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xui16>, %arg1: tensor<1x1xui16>) -> (tensor<1x1x1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x1x1xui16>, tensor<1xi64>, tensor<1x1xui16>) -> tensor<1x1x1xui16>
    return %0 : tensor<1x1x1xui16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint16_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xui16>
    %in1 = stablehlo.constant dense<"0x0100"> : tensor<1x1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xui16>, tensor<1x1xui16>) -> (tensor<1x1x1xui16>)
    %want0 = stablehlo.constant dense<"0x0500"> : tensor<1x1x1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xui16>, tensor<1x1x1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xui16>, %arg1: tensor<1x1xui16>) -> (tensor<1x1x1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x1x1xui16>, tensor<1xi64>, tensor<1x1xui16>) -> tensor<1x1x1xui16>
    return %0 : tensor<1x1x1xui16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600"> : tensor<1x2x3xui16>
    %in1 = stablehlo.constant dense<"0x050002000000"> : tensor<1x3xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui16>, tensor<1x3xui16>) -> (tensor<1x2x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100080004000600"> : tensor<1x2x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui16>, tensor<1x2x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui16>, %arg1: tensor<1x3xui16>) -> (tensor<1x2x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x2x3xui16>, tensor<1xi64>, tensor<1x3xui16>) -> tensor<1x2x3xui16>
    return %0 : tensor<1x2x3xui16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600"> : tensor<1x2x3xui16>
    %in1 = stablehlo.constant dense<"0x050002000000"> : tensor<1x3xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui16>, tensor<1x3xui16>) -> (tensor<1x2x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100080004000600"> : tensor<1x2x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui16>, tensor<1x2x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui16>, %arg1: tensor<1x3xui16>) -> (tensor<1x2x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x2x3xui16>, tensor<1xi64>, tensor<1x3xui16>) -> tensor<1x2x3xui16>
    return %0 : tensor<1x2x3xui16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint16_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000100010003000200060005000200000000000400060000000100030003000000020000000100030003000200010002000200000002000000010002000100020002000200000003000000040002000000020002000500000001000000060000000100000001000300010000000100020002000000020002000300010000000100000003000400060004000400010000000200000006000000020000000200000000000000010000000000020001000000030003000000010001000100000001000000010002000100030001000100030000000200020000000000040000000200020001000300000004000300010000000200030005000500"> : tensor<1x125xui16>
    %in1 = stablehlo.constant dense<"0x0300"> : tensor<1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xui16>, tensor<1xui16>) -> (tensor<1x125xui16>)
    %want0 = stablehlo.constant dense<"0x07000100010003000200060005000200000000000400060000000100030003000000020000000100030003000200010002000200000002000000010002000100020002000200000003000000040002000000020002000500000001000000060000000100000001000300010000000100020002000000020002000300010000000100000003000400060004000400010000000200000006000000020000000200000000000000010000000000020001000000030003000000010001000100000001000000010002000100030001000100030000000200020000000000040000000200020001000300000004000300010000000200030005000500"> : tensor<1x125xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xui16>, tensor<1x125xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xui16>, %arg1: tensor<1xui16>) -> (tensor<1x125xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x125xui16>, tensor<1xi64>, tensor<1xui16>) -> tensor<1x125xui16>
    return %0 : tensor<1x125xui16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1xi16>
    %in1 = stablehlo.constant dense<"0xFFFF"> : tensor<1xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xi16>, tensor<1xi16>) -> (tensor<1x1xi16>)
    %want0 = stablehlo.constant dense<"0x0300"> : tensor<1x1xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1xi16>, tensor<1x1xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xi16>, %arg1: tensor<1xi16>) -> (tensor<1x1xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x1xi16>, tensor<1xi64>, tensor<1xi16>) -> tensor<1x1xi16>
    return %0 : tensor<1x1xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF020000000000000002000200010000000000010000000200"> : tensor<1x50x3xi16>
    %in1 = stablehlo.constant dense<"0x0000F9FF0300"> : tensor<1x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xi16>, tensor<1x3xi16>) -> (tensor<1x50x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFFF9FF02000200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF020000000000000002000200010000000000010000000200"> : tensor<1x50x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xi16>, tensor<1x50x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xi16>, %arg1: tensor<1x3xi16>) -> (tensor<1x50x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x50x3xi16>, tensor<1xi64>, tensor<1x3xi16>) -> tensor<1x50x3xi16>
    return %0 : tensor<1x50x3xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF0000"> : tensor<1x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<1x3xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFF02000000FAFF"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<1x3xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<1xi64>, tensor<1x3xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<2x3xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0900FDFFFFFFFDFF0600F4FF"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<2x3xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<1xi64>, tensor<2x3xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<2x3xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0900FDFFFFFFFDFF0600F4FF"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<2x3xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<1xi64>, tensor<2x3xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<2x3xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0900FDFFFFFFFDFF0600F4FF"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<2x3xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<1xi64>, tensor<2x3xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500"> : tensor<1xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<1xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FFFF"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<1xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<2xi64>, tensor<1xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500"> : tensor<1xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<1xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FFFF"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<1xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<2xi64>, tensor<1xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF030002000100"> : tensor<4x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0200FEFF"> : tensor<2xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xi16>, tensor<2xi16>) -> (tensor<4x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FFFF03000200FFFF"> : tensor<4x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xi16>, tensor<4x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xi16>, %arg1: tensor<2xi16>) -> (tensor<4x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<4x2x3xi16>, tensor<2xi64>, tensor<2xi16>) -> tensor<4x2x3xi16>
    return %0 : tensor<4x2x3xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF03000100"> : tensor<4x2x3x5xi16>
    %in1 = stablehlo.constant dense<"0x0000FEFF03000500FBFF030004000100FDFF02000000FFFF"> : tensor<4x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xi16>, tensor<4x3xi16>) -> (tensor<4x2x3x5xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF0000FEFF0400FAFF0000FFFF0600FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFF03000000FDFF00000400FDFF0000FEFFFEFF05000300FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000005000000030004000600FDFFFCFFFFFF00000200FDFFFAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF03000000FFFF0000FFFF0200FFFF030001000100FCFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF03000100"> : tensor<4x2x3x5xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xi16>, tensor<4x2x3x5xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xi16>, %arg1: tensor<4x3xi16>) -> (tensor<4x2x3x5xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<4x2x3x5xi16>, tensor<2xi64>, tensor<4x3xi16>) -> tensor<4x2x3x5xi16>
    return %0 : tensor<4x2x3x5xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF0200000000000000020002000100000000000100000002000000F9FF0300060001000000000000000000FDFFFFFFFEFF0000000001000000020000000600FBFFFFFF020007000000000000000300000002000000FDFF0000010003000000FFFF010000000000000003000100050003000100FCFF0100010002000300FFFF0200FFFF0500FDFFFBFFFCFFFEFFFDFF0500"> : tensor<5x6x7xi16>
    %in1 = stablehlo.constant dense<"0x0000FCFF0300FFFFFDFF02000100FFFF040000000400010004000000"> : tensor<2x7xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi16>, tensor<2x7xi16>) -> (tensor<5x6x7xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFFFCFF03000300F7FF020000000300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFFFFFF0600FEFF04000100000000000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF0200000000000000020002000100000000000100000002000000F9FF0300060001000000000000000000FDFFFFFFFEFF0000000001000000020000000600FBFFFFFF020007000000000000000300000002000000FDFF0000010003000000FFFF010000000000000003000100050003000100FCFF0100010002000300FFFF0200FFFF0500FDFFFBFFFCFFFEFFFDFF0500"> : tensor<5x6x7xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi16>, tensor<5x6x7xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi16>, %arg1: tensor<2x7xi16>) -> (tensor<5x6x7xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<5x6x7xi16>, tensor<2x2xi64>, tensor<2x7xi16>) -> tensor<5x6x7xi16>
    return %0 : tensor<5x6x7xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF0200000000000000020002000100000000000100000002000000F9FF0300060001000000000000000000FDFFFFFFFEFF0000000001000000020000000600FBFFFFFF020007000000000000000300000002000000FDFF0000010003000000FFFF010000000000000003000100050003000100FCFF0100010002000300FFFF0200FFFF0500FDFFFBFFFCFFFEFFFDFF0500"> : tensor<5x6x7xi16>
    %in1 = stablehlo.constant dense<"0x0000FCFF0300FFFFFDFF02000100FFFF040000000400010004000000"> : tensor<2x7xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi16>, tensor<2x7xi16>) -> (tensor<5x6x7xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFFFCFF03000300F7FF020000000300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFFFFFF0600FEFF04000100000000000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF0200000000000000020002000100000000000100000002000000F9FF0300060001000000000000000000FDFFFFFFFEFF0000000001000000020000000600FBFFFFFF020007000000000000000300000002000000FDFF0000010003000000FFFF010000000000000003000100050003000100FCFF0100010002000300FFFF0200FFFF0500FDFFFBFFFCFFFEFFFDFF0500"> : tensor<5x6x7xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi16>, tensor<5x6x7xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi16>, %arg1: tensor<2x7xi16>) -> (tensor<5x6x7xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<5x6x7xi16>, tensor<2x2xi64>, tensor<2x7xi16>) -> tensor<5x6x7xi16>
    return %0 : tensor<5x6x7xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int16_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF"> : tensor<1x125xi16>
    %in1 = stablehlo.constant dense<"0x0300"> : tensor<1xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xi16>, tensor<1xi16>) -> (tensor<1x125xi16>)
    %want0 = stablehlo.constant dense<"0x0700FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF"> : tensor<1x125xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xi16>, tensor<1x125xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xi16>, %arg1: tensor<1xi16>) -> (tensor<1x125xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x125xi16>, tensor<1xi64>, tensor<1xi16>) -> tensor<1x125xi16>
    return %0 : tensor<1x125xi16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint32_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    %in1 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui32>, tensor<ui32>) -> (tensor<1xui32>)
    %want0 = stablehlo.constant dense<"0x05000000"> : tensor<1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui32>, tensor<1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui32>, %arg1: tensor<ui32>) -> (tensor<1xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1xui32>, tensor<1xi64>, tensor<ui32>) -> tensor<1xui32>
    return %0 : tensor<1xui32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint32_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000"> : tensor<1x50x3xui32>
    %in1 = stablehlo.constant dense<"0x000000000700000003000000"> : tensor<1x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xui32>, tensor<1x3xui32>) -> (tensor<1x50x3xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000700000004000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000"> : tensor<1x50x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xui32>, tensor<1x50x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xui32>, %arg1: tensor<1x3xui32>) -> (tensor<1x50x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1x50x3xui32>, tensor<1xi64>, tensor<1x3xui32>) -> tensor<1x50x3xui32>
    return %0 : tensor<1x50x3xui32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint32_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000"> : tensor<1x2x3xui32>
    %in1 = stablehlo.constant dense<"0x05000000"> : tensor<1xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui32>, tensor<1xui32>) -> (tensor<1x2x3xui32>)
    %want0 = stablehlo.constant dense<"0x04000000010000000100000003000000020000000B000000"> : tensor<1x2x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui32>, tensor<1x2x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui32>, %arg1: tensor<1xui32>) -> (tensor<1x2x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1x2x3xui32>, tensor<2xi64>, tensor<1xui32>) -> tensor<1x2x3xui32>
    return %0 : tensor<1x2x3xui32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint32_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000"> : tensor<4x2x3xui32>
    %in1 = stablehlo.constant dense<"0x0200000002000000"> : tensor<2xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xui32>, tensor<2xui32>) -> (tensor<4x2x3xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000005000000030000000200000003000000"> : tensor<4x2x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xui32>, tensor<4x2x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xui32>, %arg1: tensor<2xui32>) -> (tensor<4x2x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<4x2x3xui32>, tensor<2xi64>, tensor<2xui32>) -> tensor<4x2x3xui32>
    return %0 : tensor<4x2x3xui32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint32_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    %in1 = stablehlo.constant dense<"0x0000000004000000030000000100000003000000020000000100000001000000040000000000000004000000010000000400000000000000"> : tensor<2x7xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui32>, tensor<2x7xui32>) -> (tensor<5x6x7xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000004000000030000000500000009000000020000000200000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000010000000600000002000000040000000100000008000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui32>, tensor<5x6x7xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui32>, %arg1: tensor<2x7xui32>) -> (tensor<5x6x7xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<5x6x7xui32>, tensor<2x2xi64>, tensor<2x7xui32>) -> tensor<5x6x7xui32>
    return %0 : tensor<5x6x7xui32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint32_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    %in1 = stablehlo.constant dense<"0x0000000004000000030000000100000003000000020000000100000001000000040000000000000004000000010000000400000000000000"> : tensor<2x7xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui32>, tensor<2x7xui32>) -> (tensor<5x6x7xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000004000000030000000500000009000000020000000200000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000010000000600000002000000040000000100000008000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui32>, tensor<5x6x7xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui32>, %arg1: tensor<2x7xui32>) -> (tensor<5x6x7xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<5x6x7xui32>, tensor<2x2xi64>, tensor<2x7xui32>) -> tensor<5x6x7xui32>
    return %0 : tensor<5x6x7xui32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint32_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    %in1 = stablehlo.constant dense<"0x0000000004000000030000000100000003000000020000000100000001000000040000000000000004000000010000000400000000000000"> : tensor<2x7xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui32>, tensor<2x7xui32>) -> (tensor<5x6x7xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000004000000030000000500000009000000020000000200000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000010000000600000002000000040000000100000008000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui32>, tensor<5x6x7xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui32>, %arg1: tensor<2x7xui32>) -> (tensor<5x6x7xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<5x6x7xui32>, tensor<2x2xi64>, tensor<2x7xui32>) -> tensor<5x6x7xui32>
    return %0 : tensor<5x6x7xui32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint32_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    %in1 = stablehlo.constant dense<"0x0000000004000000030000000100000003000000020000000100000001000000040000000000000004000000010000000400000000000000030000000700000001000000000000000200000000000000"> : tensor<5x2x2xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui32>, tensor<5x2x2xui32>) -> (tensor<5x6x7xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000010000000400000006000000000000000100000003000000030000000000000006000000000000000100000003000000030000000200000001000000020000000200000000000000020000000300000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000800000000000000010000000000000006000000000000000100000000000000020000000300000001000000000000000100000002000000020000000000000004000000020000000300000001000000000000000100000000000000030000000400000006000000040000000500000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000400000002000000010000000000000003000000030000000000000001000000020000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000600000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000500000003000000020000000000000001000000030000000100000002000000080000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000400000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000600000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000300000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui32>, tensor<5x6x7xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui32>, %arg1: tensor<5x2x2xui32>) -> (tensor<5x6x7xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<5x6x7xui32>, tensor<2x2x2xi64>, tensor<5x2x2xui32>) -> tensor<5x6x7xui32>
    return %0 : tensor<5x6x7xui32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400000001000000010000000300000002000000060000000500000002000000000000000000000004000000060000000000000001000000030000000300000000000000020000000000000001000000030000000300000002000000010000000200000002000000000000000200000000000000010000000200000001000000020000000200000002000000000000000300000000000000040000000200000000000000020000000200000005000000000000000100000000000000060000000000000001000000000000000100000003000000010000000000000001000000020000000200000000000000020000000200000003000000010000000000000001000000000000000300000004000000060000000400000004000000010000000000000002000000000000000600000000000000020000000000000002000000000000000000000000000000010000000000000000000000020000000100000000000000030000000300000000000000010000000100000001000000000000000100000000000000010000000200000001000000030000000100000001000000030000000000000002000000020000000000000000000000040000000000000002000000020000000100000003000000000000000400000003000000010000000000000002000000030000000500000005000000"> : tensor<1x125xui32>
    %in1 = stablehlo.constant dense<"0x03000000"> : tensor<1xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xui32>, tensor<1xui32>) -> (tensor<1x125xui32>)
    %want0 = stablehlo.constant dense<"0x0700000001000000010000000300000002000000060000000500000002000000000000000000000004000000060000000000000001000000030000000300000000000000020000000000000001000000030000000300000002000000010000000200000002000000000000000200000000000000010000000200000001000000020000000200000002000000000000000300000000000000040000000200000000000000020000000200000005000000000000000100000000000000060000000000000001000000000000000100000003000000010000000000000001000000020000000200000000000000020000000200000003000000010000000000000001000000000000000300000004000000060000000400000004000000010000000000000002000000000000000600000000000000020000000000000002000000000000000000000000000000010000000000000000000000020000000100000000000000030000000300000000000000010000000100000001000000000000000100000000000000010000000200000001000000030000000100000001000000030000000000000002000000020000000000000000000000040000000000000002000000020000000100000003000000000000000400000003000000010000000000000002000000030000000500000005000000"> : tensor<1x125xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xui32>, tensor<1x125xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xui32>, %arg1: tensor<1xui32>) -> (tensor<1x125xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1x125xui32>, tensor<1xi64>, tensor<1xui32>) -> tensor<1x125xui32>
    return %0 : tensor<1x125xui32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int32_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1x1xi32>
    %in1 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<1xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xi32>, tensor<1xi32>) -> (tensor<1x1xi32>)
    %want0 = stablehlo.constant dense<"0x03000000"> : tensor<1x1xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1xi32>, tensor<1x1xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xi32>, %arg1: tensor<1xi32>) -> (tensor<1x1xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x1xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<1x1xi32>
    return %0 : tensor<1x1xi32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int32_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1x1x1xi32>
    %in1 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<1x1xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xi32>, tensor<1x1xi32>) -> (tensor<1x1x1xi32>)
    %want0 = stablehlo.constant dense<"0x03000000"> : tensor<1x1x1xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xi32>, tensor<1x1x1xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xi32>, %arg1: tensor<1x1xi32>) -> (tensor<1x1x1xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x1x1xi32>, tensor<1xi64>, tensor<1x1xi32>) -> tensor<1x1x1xi32>
    return %0 : tensor<1x1x1xi32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int32_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<1x2x3xi32>
    %in1 = stablehlo.constant dense<"0x05000000FEFFFFFF00000000"> : tensor<1x3xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi32>, tensor<1x3xi32>) -> (tensor<1x2x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFF0200000000000000FAFFFFFF"> : tensor<1x2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi32>, tensor<1x2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi32>, %arg1: tensor<1x3xi32>) -> (tensor<1x2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x2x3xi32>, tensor<1xi64>, tensor<1x3xi32>) -> tensor<1x2x3xi32>
    return %0 : tensor<1x2x3xi32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF"> : tensor<1x125xi32>
    %in1 = stablehlo.constant dense<"0x03000000"> : tensor<1xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xi32>, tensor<1xi32>) -> (tensor<1x125xi32>)
    %want0 = stablehlo.constant dense<"0x07000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF"> : tensor<1x125xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xi32>, tensor<1x125xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xi32>, %arg1: tensor<1xi32>) -> (tensor<1x125xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x125xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<1x125xi32>
    return %0 : tensor<1x125xi32>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_float16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %in1 = stablehlo.constant dense<"0x3C4591C0A83B"> : tensor<1x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf16>, tensor<1x3xf16>) -> (tensor<1x2x3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE08400035F3C5"> : tensor<1x2x3xf16>
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
      %1 = stablehlo.add %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x2x3xf16>, tensor<1xi64>, tensor<1x3xf16>) -> tensor<1x2x3xf16>
    return %0 : tensor<1x2x3xf16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_float16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %in1 = stablehlo.constant dense<"0x3C4591C0A83BFCB963442EC6"> : tensor<2x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf16>, tensor<2x3xf16>) -> (tensor<1x2x3xf16>)
    %want0 = stablehlo.constant dense<"0x0E491EC406B9EFC3FC468BCA"> : tensor<1x2x3xf16>
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
  func.func private @program(%arg0: tensor<1x2x3xf16>, %arg1: tensor<2x3xf16>) -> (tensor<1x2x3xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x2x3xf16>, tensor<1xi64>, tensor<2x3xf16>) -> tensor<1x2x3xf16>
    return %0 : tensor<1x2x3xf16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_float16_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83C"> : tensor<4x2x3x5xf16>
    %in1 = stablehlo.constant dense<"0xBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF"> : tensor<4x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xf16>, tensor<4x3xf16>) -> (tensor<4x2x3x5xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C20B41E8C63C4591C0A83B26C263442EC6BDBB9CBC384799C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C1C743DDA8B4C2A039FB44B2C29BB853C17CC01445B943A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BB594641B3CA428F448F465BC255C40EBEAF3742414DC111C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABFB8436D3320BC2F3071BF343E5EBD5943D83C1F3F19C511387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83C"> : tensor<4x2x3x5xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2x3x5xf16>) -> tensor<4x2x3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2x3x5xf16>) -> tensor<4x2x3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2x3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2x3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2x3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2x3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2x3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2x3x5xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<4x2x3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2x3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2x3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2x3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2x3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xf16>, %arg1: tensor<4x3xf16>) -> (tensor<4x2x3x5xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<4x2x3x5xf16>, tensor<2xi64>, tensor<4x3xf16>) -> tensor<4x2x3x5xf16>
    return %0 : tensor<4x2x3x5xf16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_float16_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C5"> : tensor<1x125xf16>
    %in1 = stablehlo.constant dense<"0x6B43"> : tensor<1xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xf16>, tensor<1xf16>) -> (tensor<1x125xf16>)
    %want0 = stablehlo.constant dense<"0x4A4857BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C5"> : tensor<1x125xf16>
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
      %1 = stablehlo.add %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x125xf16>, tensor<1xi64>, tensor<1xf16>) -> tensor<1x125xf16>
    return %0 : tensor<1x125xf16>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200"> : tensor<1x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<1x3xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101080406"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<1x3xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<1xi64>, tensor<1x3xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x05"> : tensor<1xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<1xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x04010103020B"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<1xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<2xi64>, tensor<1xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint8_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201"> : tensor<4x2x3xui8>
    %in1 = stablehlo.constant dense<"0x0202"> : tensor<2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xui8>, tensor<2xui8>) -> (tensor<4x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000105030203"> : tensor<4x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xui8>, tensor<4x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xui8>, %arg1: tensor<2xui8>) -> (tensor<4x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<4x2x3xui8>, tensor<2xi64>, tensor<2xui8>) -> tensor<4x2x3xui8>
    return %0 : tensor<4x2x3xui8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400"> : tensor<2x7xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<2x7xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206050204030509020203030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103010602040108000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<2x7xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2xi64>, tensor<2x7xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400"> : tensor<2x7xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<2x7xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206050204030509020203030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103010602040108000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<2x7xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2xi64>, tensor<2x7xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200"> : tensor<5x2x2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206050200010406000103030006000103030201020200020301020102020200030004020002020800010006000100020301000102020004020301000100030406040501000200060002000200000001000402010003030001020100010001020103010103000202000004000602010300040301000203050503040503020001030102080103020000000202010000010002000703060400000000030102000001000200060601020700000003000200030001030001010000000301050301040301020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x2xi64>, tensor<5x2x2xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_uint8_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0401010302060502000004060001030300020001030302010202000200010201020202000300040200020205000100060001000103010001020200020203010001000304060404010002000600020002000000010000020100030300010101000100010201030101030002020000040002020103000403010002030505"> : tensor<1x125xui8>
    %in1 = stablehlo.constant dense<"0x03"> : tensor<1xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xui8>, tensor<1xui8>) -> (tensor<1x125xui8>)
    %want0 = stablehlo.constant dense<"0x0701010302060502000004060001030300020001030302010202000200010201020202000300040200020205000100060001000103010001020200020203010001000304060404010002000600020002000000010000020100030300010101000100010201030101030002020000040002020103000403010002030505"> : tensor<1x125xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xui8>, tensor<1x125xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xui8>, %arg1: tensor<1xui8>) -> (tensor<1x125xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x125xui8>, tensor<1xi64>, tensor<1xui8>) -> tensor<1x125xui8>
    return %0 : tensor<1x125xui8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int8_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
    %in1 = stablehlo.constant dense<"0xFF"> : tensor<i8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi8>, tensor<i8>) -> (tensor<1xi8>)
    %want0 = stablehlo.constant dense<"0x03"> : tensor<1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi8>, tensor<1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi8>, %arg1: tensor<i8>) -> (tensor<1xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1xi8>, tensor<1xi64>, tensor<i8>) -> tensor<1xi8>
    return %0 : tensor<1xi8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int8_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD020000000202010000010002"> : tensor<1x50x3xi8>
    %in1 = stablehlo.constant dense<"0x00F903"> : tensor<1x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xi8>, tensor<1x3xi8>) -> (tensor<1x50x3xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FFF90202FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD020000000202010000010002"> : tensor<1x50x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xi8>, tensor<1x50x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xi8>, %arg1: tensor<1x3xi8>) -> (tensor<1x50x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1x50x3xi8>, tensor<1xi64>, tensor<1x3xi8>) -> tensor<1x50x3xi8>
    return %0 : tensor<1x50x3xi8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int8_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA"> : tensor<1x2x3xi8>
    %in1 = stablehlo.constant dense<"0x05FE000004FA"> : tensor<2x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi8>, tensor<2x3xi8>) -> (tensor<1x2x3xi8>)
    %want0 = stablehlo.constant dense<"0x09FDFFFD06F4"> : tensor<1x2x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi8>, tensor<1x2x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi8>, %arg1: tensor<2x3xi8>) -> (tensor<1x2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1x2x3xi8>, tensor<1xi64>, tensor<2x3xi8>) -> tensor<1x2x3xi8>
    return %0 : tensor<1x2x3xi8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int8_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC0301"> : tensor<4x2x3x5xi8>
    %in1 = stablehlo.constant dense<"0x00FE0305FB030401FD0200FF"> : tensor<4x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xi8>, tensor<4x3xi8>) -> (tensor<4x2x3x5xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE00FE04FA00FF06FD00FE0001FD03020102FE00FE0001FEFFFEFE0300FD0004FD00FEFE0503FF0006000100FFFDFF000102020002FE0301000500030406FDFCFF0002FDFA00020002000000010000FE0100030300FFFF0300FF00FF02FF030101FC0002FE0000FC0002FE01FD00FC0301"> : tensor<4x2x3x5xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xi8>, tensor<4x2x3x5xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xi8>, %arg1: tensor<4x3xi8>) -> (tensor<4x2x3x5xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<4x2x3x5xi8>, tensor<2xi64>, tensor<4x3xi8>) -> tensor<4x2x3x5xi8>
    return %0 : tensor<4x2x3x5xi8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int8_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    %in1 = stablehlo.constant dense<"0x00FC03FFFD0201FF040004010400"> : tensor<2x7xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi8>, tensor<2x7xi8>) -> (tensor<5x6x7xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FEFC0303F7020003FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FDFF06FE0401000002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi8>, tensor<5x6x7xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi8>, %arg1: tensor<2x7xi8>) -> (tensor<5x6x7xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<5x6x7xi8>, tensor<2x2xi64>, tensor<2x7xi8>) -> tensor<5x6x7xi8>
    return %0 : tensor<5x6x7xi8>
  }
}
// -----
// scatter_add_no_xla_unique_indices_shape_int8_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB"> : tensor<1x125xi8>
    %in1 = stablehlo.constant dense<"0x03"> : tensor<1xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xi8>, tensor<1xi8>) -> (tensor<1x125xi8>)
    %want0 = stablehlo.constant dense<"0x07FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB"> : tensor<1x125xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xi8>, tensor<1x125xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xi8>, %arg1: tensor<1xi8>) -> (tensor<1x125xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1x125xi8>, tensor<1xi64>, tensor<1xi8>) -> tensor<1x125xi8>
    return %0 : tensor<1x125xi8>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_float32_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<2x3xf32>
    %in1 = stablehlo.constant dense<"0x7E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0"> : tensor<2x1x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xf32>, tensor<2x1x3xf32>) -> (tensor<2x3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABFDCB214408E024EC084282640322617C1"> : tensor<2x3xf32>
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
  func.func private @program(%arg0: tensor<2x3xf32>, %arg1: tensor<2x1x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<1x3x1xi64>, tensor<2x1x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_float32_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<2x3xf32>
    %in1 = stablehlo.constant dense<"0x7E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0"> : tensor<2x1x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xf32>, tensor<2x1x3xf32>) -> (tensor<2x3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABFDCB214408E024EC084282640322617C1"> : tensor<2x3xf32>
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
  func.func private @program(%arg0: tensor<2x3xf32>, %arg1: tensor<2x1x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<1x3x1xi64>, tensor<2x1x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_float32_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F22940"> : tensor<3x5x4xf32>
    %in1 = stablehlo.constant dense<"0x2BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F"> : tensor<3x2x4xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xf32>, tensor<3x2x4xf32>) -> (tensor<3x5x4xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0FC37E63FC0DA57C097B02241AED6B03FA305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03F9BD41B41B82D67C0494370C06C3226C1F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A2403872B7BF8054F0BCB84EE93F3F121D416C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F22940"> : tensor<3x5x4xf32>
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
      %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<3x5x4xf32>, tensor<2x1xi64>, tensor<3x2x4xf32>) -> tensor<3x5x4xf32>
    return %0 : tensor<3x5x4xf32>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_bfloat16_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0"> : tensor<2x3xbf16>
    %in1 = stablehlo.constant dense<"0xA84012C0753F40BF8C40C6C0"> : tensor<2x1x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xbf16>, tensor<2x1x3xbf16>) -> (tensor<2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBF15404EC0264018C1"> : tensor<2x3xbf16>
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
  func.func private @program(%arg0: tensor<2x3xbf16>, %arg1: tensor<2x1x3xbf16>) -> (tensor<2x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<2x3xbf16>, tensor<1x3x1xi64>, tensor<2x1x3xbf16>) -> tensor<2x3xbf16>
    return %0 : tensor<2x3xbf16>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_bfloat16_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A40"> : tensor<3x5x4xbf16>
    %in1 = stablehlo.constant dense<"0x11C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F"> : tensor<3x2x4xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xbf16>, tensor<3x2x4xbf16>) -> (tensor<3x5x4xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC0E63F58C02341B23F753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F1C4168C072C026C14EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A240B8BF00BDEA3F1E41B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A40"> : tensor<3x5x4xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3x5x4xbf16>) -> tensor<3x5x4xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x5x4xbf16>) -> tensor<3x5x4xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x5x4xf64>, tensor<3x5x4xf64>) -> tensor<3x5x4xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x5x4xf64>, tensor<3x5x4xf64>) -> tensor<3x5x4xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x5x4xf64>, tensor<3x5x4xf64>) -> tensor<3x5x4xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x5x4xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x5x4xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x5x4xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x5x4xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x5x4xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x5x4xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<3x5x4xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x5x4xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x5x4xf64>, tensor<3x5x4xf64>) -> tensor<3x5x4xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x5x4xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x5x4xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x5x4xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xbf16>, %arg1: tensor<3x2x4xbf16>) -> (tensor<3x5x4xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<3x5x4xbf16>, tensor<2x1xi64>, tensor<3x2x4xbf16>) -> tensor<3x5x4xbf16>
    return %0 : tensor<3x5x4xbf16>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_uint16_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600"> : tensor<2x3xui16>
    %in1 = stablehlo.constant dense<"0x050002000000000004000600"> : tensor<2x1x3xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xui16>, tensor<2x1x3xui16>) -> (tensor<2x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000800030002001000"> : tensor<2x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xui16>, tensor<2x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui16>, %arg1: tensor<2x1x3xui16>) -> (tensor<2x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<2x3xui16>, tensor<1x3x1xi64>, tensor<2x1x3xui16>) -> tensor<2x3xui16>
    return %0 : tensor<2x3xui16>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_int16_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1xi16>
    %in1 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<2xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi16>, tensor<2xi16>) -> (tensor<1xi16>)
    %want0 = stablehlo.constant dense<"0x0200"> : tensor<1xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi16>, tensor<1xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi16>, %arg1: tensor<2xi16>) -> (tensor<1xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1xi16>, tensor<2x1xi64>, tensor<2xi16>) -> tensor<1xi16>
    return %0 : tensor<1xi16>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_int16_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x1x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xi16>, tensor<2x1x3xi16>) -> (tensor<2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFF0200FDFF0200F8FF"> : tensor<2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xi16>, tensor<2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi16>, %arg1: tensor<2x1x3xi16>) -> (tensor<2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<2x3xi16>, tensor<1x3x1xi64>, tensor<2x1x3xi16>) -> tensor<2x3xi16>
    return %0 : tensor<2x3xi16>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_int16_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x1x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xi16>, tensor<2x1x3xi16>) -> (tensor<2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFF0200FDFF0200F8FF"> : tensor<2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xi16>, tensor<2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi16>, %arg1: tensor<2x1x3xi16>) -> (tensor<2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<2x3xi16>, tensor<1x3x1xi64>, tensor<2x1x3xi16>) -> tensor<2x3xi16>
    return %0 : tensor<2x3xi16>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_int16_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200"> : tensor<3x5x4xi16>
    %in1 = stablehlo.constant dense<"0xFEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF00000200000002000000000000000100"> : tensor<3x2x4xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xi16>, tensor<3x2x4xi16>) -> (tensor<3x5x4xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0100FDFF09000200000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000800FCFFFCFFF7FF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000010000000900000001000000FFFFFDFFFFFF000001000200020000000200"> : tensor<3x5x4xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x4xi16>, tensor<3x5x4xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xi16>, %arg1: tensor<3x2x4xi16>) -> (tensor<3x5x4xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<3x5x4xi16>, tensor<2x1xi64>, tensor<3x2x4xi16>) -> tensor<3x5x4xi16>
    return %0 : tensor<3x5x4xi16>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_int32_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1xi32>
    %in1 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF"> : tensor<2xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi32>, tensor<2xi32>) -> (tensor<1xi32>)
    %want0 = stablehlo.constant dense<"0x02000000"> : tensor<1xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi32>, tensor<1xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi32>, %arg1: tensor<2xi32>) -> (tensor<1xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<1xi32>
    return %0 : tensor<1xi32>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_int32_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000"> : tensor<3x5x4xi32>
    %in1 = stablehlo.constant dense<"0xFEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF0000000002000000000000000200000000000000000000000000000001000000"> : tensor<3x2x4xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xi32>, tensor<3x2x4xi32>) -> (tensor<3x5x4xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF01000000FDFFFFFF0900000002000000000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000008000000FCFFFFFFFCFFFFFFF7FFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000010000000000000009000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000"> : tensor<3x5x4xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x4xi32>, tensor<3x5x4xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xi32>, %arg1: tensor<3x2x4xi32>) -> (tensor<3x5x4xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<3x5x4xi32>, tensor<2x1xi64>, tensor<3x2x4xi32>) -> tensor<3x5x4xi32>
    return %0 : tensor<3x5x4xi32>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_float16_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF44"> : tensor<1xf16>
    %in1 = stablehlo.constant dense<"0x57BF57BE"> : tensor<2xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xf16>, tensor<2xf16>) -> (tensor<1xf16>)
    %want0 = stablehlo.constant dense<"0xCD3D"> : tensor<1xf16>
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
  func.func private @program(%arg0: tensor<1xf16>, %arg1: tensor<2xf16>) -> (tensor<1xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1xf16>, tensor<2x1xi64>, tensor<2xf16>) -> tensor<1xf16>
    return %0 : tensor<1xf16>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_float16_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE"> : tensor<3xf16>
    %in1 = stablehlo.constant dense<"0x70C23141E8C6"> : tensor<3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xf16>, tensor<3xf16>) -> (tensor<3xf16>)
    %want0 = stablehlo.constant dense<"0x7847FBC957BE"> : tensor<3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3xf16>) -> tensor<3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3xf16>) -> tensor<3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xf16>, %arg1: tensor<3xf16>) -> (tensor<3xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<3xf16>, tensor<3x1xi64>, tensor<3xf16>) -> tensor<3xf16>
    return %0 : tensor<3xf16>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_uint8_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101"> : tensor<3xui8>
    %in1 = stablehlo.constant dense<"0x030206"> : tensor<3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xui8>, tensor<3xui8>) -> (tensor<3xui8>)
    %want0 = stablehlo.constant dense<"0x060A01"> : tensor<3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xui8>, tensor<3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>) -> (tensor<3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<3xui8>, tensor<3x1xi64>, tensor<3xui8>) -> tensor<3xui8>
    return %0 : tensor<3xui8>
  }
}
// -----
// scatter_add_no_xla_non_unique_indices_shape_uint8_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002"> : tensor<3x5x4xui8>
    %in1 = stablehlo.constant dense<"0x020301000100030406040401000200060002000200000001"> : tensor<3x2x4xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xui8>, tensor<3x2x4xui8>) -> (tensor<3x5x4xui8>)
    %want0 = stablehlo.constant dense<"0x040101030509090600000406000103030002000103030201080804090001020102020200030004020002020500030009000100010301000102020002"> : tensor<3x5x4xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x4xui8>, tensor<3x5x4xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xui8>, %arg1: tensor<3x2x4xui8>) -> (tensor<3x5x4xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<3x5x4xui8>, tensor<2x1xi64>, tensor<3x2x4xui8>) -> tensor<3x5x4xui8>
    return %0 : tensor<3x5x4xui8>
  }
}
