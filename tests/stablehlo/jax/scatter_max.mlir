// scatter_max_dtypes_shape_complex64_5_scatterindices_0_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B409DF2DCC01AEAEABF7E80A74065D1CABFD72612C08E024EC0A305753F8428264036843FBF"> : tensor<5xcomplex<f32>>
    %in1 = stablehlo.constant dense<"0xC45C8C40CD9D77BF05C6C5C0147A93BF"> : tensor<2xcomplex<f32>>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xcomplex<f32>>, tensor<2xcomplex<f32>>) -> (tensor<5xcomplex<f32>>)
    %want0 = stablehlo.constant dense<"0xE9EF9B409DF2DCC01AEAEABF7E80A74065D1CABFD72612C08E024EC0A305753F8428264036843FBF"> : tensor<5xcomplex<f32>>
    %c1 = stablehlo.abs %want0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %c2 = stablehlo.real %out#0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %c3 = stablehlo.real %want0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %c4 = stablehlo.convert %c2 : (tensor<5xf32>) -> tensor<5xf64>
    %c5 = stablehlo.convert %c3 : (tensor<5xf32>) -> tensor<5xf64>
    %c6 = stablehlo.compare EQ, %c4, %c5, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c7 = stablehlo.compare NE, %c4, %c4, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c8 = stablehlo.compare NE, %c5, %c5, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c9 = stablehlo.and %c7, %c8 : tensor<5xi1>
    %c10 = stablehlo.subtract %c4, %c5 : tensor<5xf64>
    %c11 = stablehlo.abs %c10 : tensor<5xf64>
    %c12 = stablehlo.constant dense<1.0> : tensor<5xf64>
    %c13 = stablehlo.convert %c1 : (tensor<5xf32>) -> tensor<5xf64>
    %c14 = stablehlo.maximum %c12, %c13 : tensor<5xf64>
    %c15 = stablehlo.constant dense<0.0001> : tensor<5xf64>
    %c16 = stablehlo.multiply %c14, %c15 : tensor<5xf64>
    %c17 = stablehlo.compare LE, %c11, %c16, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c18 = stablehlo.or %c9, %c17 : tensor<5xi1>
    %c19 = stablehlo.or %c6, %c18 : tensor<5xi1>
    check.expect_eq_const %c19, dense<true> : tensor<5xi1>
    %c20 = stablehlo.imag %out#0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %c21 = stablehlo.imag %want0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %c22 = stablehlo.convert %c20 : (tensor<5xf32>) -> tensor<5xf64>
    %c23 = stablehlo.convert %c21 : (tensor<5xf32>) -> tensor<5xf64>
    %c24 = stablehlo.compare EQ, %c22, %c23, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c25 = stablehlo.compare NE, %c22, %c22, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c26 = stablehlo.compare NE, %c23, %c23, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c27 = stablehlo.and %c25, %c26 : tensor<5xi1>
    %c28 = stablehlo.subtract %c22, %c23 : tensor<5xf64>
    %c29 = stablehlo.abs %c28 : tensor<5xf64>
    %c30 = stablehlo.constant dense<1.0> : tensor<5xf64>
    %c31 = stablehlo.convert %c1 : (tensor<5xf32>) -> tensor<5xf64>
    %c32 = stablehlo.maximum %c30, %c31 : tensor<5xf64>
    %c33 = stablehlo.constant dense<0.0001> : tensor<5xf64>
    %c34 = stablehlo.multiply %c32, %c33 : tensor<5xf64>
    %c35 = stablehlo.compare LE, %c29, %c34, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c36 = stablehlo.or %c27, %c35 : tensor<5xi1>
    %c37 = stablehlo.or %c24, %c36 : tensor<5xi1>
    check.expect_eq_const %c37, dense<true> : tensor<5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5xcomplex<f32>>, %arg1: tensor<2xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<complex<f32>>, %arg3: tensor<complex<f32>>):
      %1 = stablehlo.real %arg2 : (tensor<complex<f32>>) -> tensor<f32>
      %2 = stablehlo.real %arg3 : (tensor<complex<f32>>) -> tensor<f32>
      %3 = stablehlo.compare EQ, %1, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.compare GT, %1, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %5 = stablehlo.imag %arg2 : (tensor<complex<f32>>) -> tensor<f32>
      %6 = stablehlo.imag %arg3 : (tensor<complex<f32>>) -> tensor<f32>
      %7 = stablehlo.compare GT, %5, %6, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %8 = stablehlo.select %3, %7, %4 : tensor<i1>, tensor<i1>
      %9 = stablehlo.select %8, %arg2, %arg3 : tensor<i1>, tensor<complex<f32>>
      stablehlo.return %9 : tensor<complex<f32>>
    }) : (tensor<5xcomplex<f32>>, tensor<2x1xi64>, tensor<2xcomplex<f32>>) -> tensor<5xcomplex<f32>>
    return %0 : tensor<5xcomplex<f32>>
  }
}
// -----
// scatter_max_dtypes_shape_bool_5_scatterindices_0_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0101010101"> : tensor<5xi1>
    %in1 = stablehlo.constant dense<"0x0101"> : tensor<2xi1>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xi1>, tensor<2xi1>) -> (tensor<5xi1>)
    %want0 = stablehlo.constant dense<"0x0101010101"> : tensor<5xi1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5xi1>, tensor<5xi1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5xi1>, %arg1: tensor<2xi1>) -> (tensor<5xi1> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i1>, %arg3: tensor<i1>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<5xi1>, tensor<2x1xi64>, tensor<2xi1>) -> tensor<5xi1>
    return %0 : tensor<5xi1>
  }
}
// -----
// scatter_max_modes_out_of_bounds_shape_float32_1_5_scatterindices_10_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x5xf32>, tensor<1xi64>, tensor<1xf32>) -> tensor<1x5xf32>
    return %0 : tensor<1x5xf32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float32_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<1x1x1xf32>
    %in1 = stablehlo.constant dense<"0x1AEAEABF"> : tensor<1x1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xf32>, tensor<1x1xf32>) -> (tensor<1x1x1xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<1x1x1xf32>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x1x1xf32>, tensor<1xi64>, tensor<1x1xf32>) -> tensor<1x1x1xf32>
    return %0 : tensor<1x1x1xf32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float32_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BFD12B6CC00A68D33F0B381840916FEFBFBCE6C73FABB65BC013F51940030E0F3E1C490FBF1B489CBE7ED326403C1410408F50CB3F5282D33E06116F3E4175ED3F4A8E323FC40C0340"> : tensor<1x50x3xf32>
    %in1 = stablehlo.constant dense<"0x702B6EBF93BEE9C04F744740"> : tensor<1x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xf32>, tensor<1x3xf32>) -> (tensor<1x50x3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E702B6EBFF7ED053E4F744740AC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BFD12B6CC00A68D33F0B381840916FEFBFBCE6C73FABB65BC013F51940030E0F3E1C490FBF1B489CBE7ED326403C1410408F50CB3F5282D33E06116F3E4175ED3F4A8E323FC40C0340"> : tensor<1x50x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x50x3xf32>) -> tensor<1x50x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x50x3xf32>) -> tensor<1x50x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x50x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x50x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x50x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x50x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x50x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x50x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x50x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x50x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x50x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x50x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x50x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xf32>, %arg1: tensor<1x3xf32>) -> (tensor<1x50x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x50x3xf32>, tensor<1xi64>, tensor<1x3xf32>) -> tensor<1x50x3xf32>
    return %0 : tensor<1x50x3xf32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float32_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BFD12B6CC00A68D33F0B381840916FEFBFBCE6C73FABB65BC013F51940030E0F3E1C490FBF1B489CBE7ED326403C1410408F50CB3F5282D33E06116F3E4175ED3F4A8E323FC40C0340"> : tensor<1x50x3xf32>
    %in1 = stablehlo.constant dense<"0x702B6EBF93BEE9C04F744740"> : tensor<1x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xf32>, tensor<1x3xf32>) -> (tensor<1x50x3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E702B6EBFF7ED053E4F744740AC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BFD12B6CC00A68D33F0B381840916FEFBFBCE6C73FABB65BC013F51940030E0F3E1C490FBF1B489CBE7ED326403C1410408F50CB3F5282D33E06116F3E4175ED3F4A8E323FC40C0340"> : tensor<1x50x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x50x3xf32>) -> tensor<1x50x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x50x3xf32>) -> tensor<1x50x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x50x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x50x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x50x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x50x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x50x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x50x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x50x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x50x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x50x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x50x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x50x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xf32>, %arg1: tensor<1x3xf32>) -> (tensor<1x50x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x50x3xf32>, tensor<1xi64>, tensor<1x3xf32>) -> tensor<1x50x3xf32>
    return %0 : tensor<1x50x3xf32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float32_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<1x2x3xf32>
    %in1 = stablehlo.constant dense<"0x7E80A740D72612C0A305753F"> : tensor<1x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf32>, tensor<1x3xf32>) -> (tensor<1x2x3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF7E80A74084282640A305753F"> : tensor<1x2x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xf32>, %arg1: tensor<1x3xf32>) -> (tensor<1x2x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x2x3xf32>, tensor<1xi64>, tensor<1x3xf32>) -> tensor<1x2x3xf32>
    return %0 : tensor<1x2x3xf32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float32_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<1x2x3xf32>
    %in1 = stablehlo.constant dense<"0x7E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf32>, tensor<2x3xf32>) -> (tensor<1x2x3xf32>)
    %want0 = stablehlo.constant dense<"0x7E80A7401AEAEABFA305753F36843FBFC45C8C4005C6C5C0"> : tensor<1x2x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<1x2x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x2x3xf32>, tensor<1xi64>, tensor<2x3xf32>) -> tensor<1x2x3xf32>
    return %0 : tensor<1x2x3xf32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float32_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<1x2x3xf32>
    %in1 = stablehlo.constant dense<"0x7E80A740"> : tensor<1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf32>, tensor<1xf32>) -> (tensor<1x2x3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826407E80A740"> : tensor<1x2x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xf32>, %arg1: tensor<1xf32>) -> (tensor<1x2x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x2x3xf32>, tensor<2xi64>, tensor<1xf32>) -> tensor<1x2x3xf32>
    return %0 : tensor<1x2x3xf32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0"> : tensor<1x125xf32>
    %in1 = stablehlo.constant dense<"0xEF576D40"> : tensor<1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xf32>, tensor<1xf32>) -> (tensor<1x125xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0"> : tensor<1x125xf32>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x125xf32>, tensor<1xi64>, tensor<1xf32>) -> tensor<1x125xf32>
    return %0 : tensor<1x125xf32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_bfloat16_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40"> : tensor<1xbf16>
    %in1 = stablehlo.constant dense<"0xEBBF"> : tensor<bf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xbf16>, tensor<bf16>) -> (tensor<1xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40"> : tensor<1xbf16>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1xbf16>, tensor<1xi64>, tensor<bf16>) -> tensor<1xbf16>
    return %0 : tensor<1xbf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_bfloat16_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40"> : tensor<1x1xbf16>
    %in1 = stablehlo.constant dense<"0xEBBF"> : tensor<1xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xbf16>, tensor<1xbf16>) -> (tensor<1x1xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40"> : tensor<1x1xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x1xbf16>) -> tensor<1x1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x1xbf16>) -> tensor<1x1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x1xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<1x1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xbf16>, %arg1: tensor<1xbf16>) -> (tensor<1x1xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1x1xbf16>, tensor<1xi64>, tensor<1xbf16>) -> tensor<1x1xbf16>
    return %0 : tensor<1x1xbf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_bfloat16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0"> : tensor<1x2x3xbf16>
    %in1 = stablehlo.constant dense<"0xA84012C0753F40BF8C40C6C0"> : tensor<2x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xbf16>, tensor<2x3xbf16>) -> (tensor<1x2x3xbf16>)
    %want0 = stablehlo.constant dense<"0xA840EBBF753F40BF8C40C6C0"> : tensor<1x2x3xbf16>
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
  func.func private @program(%arg0: tensor<1x2x3xbf16>, %arg1: tensor<2x3xbf16>) -> (tensor<1x2x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1x2x3xbf16>, tensor<1xi64>, tensor<2x3xbf16>) -> tensor<1x2x3xbf16>
    return %0 : tensor<1x2x3xbf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_bfloat16_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %in1 = stablehlo.constant dense<"0x7BBF81C05640E1BF6DC02840EF3FA7BF8740C63E9B40C13F9640A83E"> : tensor<2x7xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xbf16>, tensor<2x7xbf16>) -> (tensor<5x6x7xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A8407BBF753F56408C406DC02840EF3F5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F8740C63E9B40C13F9640723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
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
  func.func private @program(%arg0: tensor<5x6x7xbf16>, %arg1: tensor<2x7xbf16>) -> (tensor<5x6x7xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<5x6x7xbf16>, tensor<2x2xi64>, tensor<2x7xbf16>) -> tensor<5x6x7xbf16>
    return %0 : tensor<5x6x7xbf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_bfloat16_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %in1 = stablehlo.constant dense<"0x7BBF81C05640E1BF6DC02840EF3FA7BF8740C63E9B40C13F9640A83E6AC0EB40D2BF19BF06C01CBF3A3F1B3FFE3FAC40B9BE6DC063C000C0A1C01E40BFBF6FBFBABB86C025C00240EE3FAABFAE407BC084BF31BF06C1BA408D3F49C0C540E13FA53FE9BFA33E92C0194090BFCE3E67405B3F4A3F543F0DC02140944012402A4028C027C08AC06D4043BF864016C0A8BF933E31403B3E223F4B3D083F56C0793E0FBF2FBEBD3F03C082BE64BFA03F174037C0E13FC6408DC01FC029C056BF9C40243D05C0EF3FE6BF58406A3F8540FEBF11411E40FB3F1DBE0BC027C0D1BE19C0593F1FC0EE3F384008C0654037BF5E40A83F57403FC0A4BE8B40EDBFC4C0BAC0F1C0CBC09EBF7540AABF783FA9BED23C01BF06BFB13F62C0"> : tensor<5x2x2x7xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xbf16>, tensor<5x2x2x7xbf16>) -> (tensor<5x6x7xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBF5640E1BF26402840A840A7BF8740C63E9B40C13F9640A83E5A40EB4004BF19BF023EE03F3A3F5C402D40AC402D4003C0BDBE00C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3E6FBF133FCA40B93E0240EE3F87BFAE4086BF20BFE13F2140BA408D3F2A40C5407140C53F65BFBC3F68BE59409240D24067408BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F5B3F4A3F543F913F2140944066402A4090BFF5BFA33F6D4043BF8640EEBF0640933E6B409B3FE43F4B3D083F0E40793E0FBFC83DBD3F723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823FA03F26400BBFE13FC640D33F1840EFBFC83F9C401A400F3EEF3F9CBE584010408540D43E11411E40FB3F03406EBF27C04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD2401FC0EE3F3840F3406540063E5E40804057400340A4BE8B40713FC13F7840AABEEDBFD83F7540583F783F5F408E3FB7405540FD3F62C0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<5x6x7xbf16>, tensor<2x2x1xi64>, tensor<5x2x2x7xbf16>) -> tensor<5x6x7xbf16>
    return %0 : tensor<5x6x7xbf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint16_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1xui16>
    %in1 = stablehlo.constant dense<"0x0100"> : tensor<ui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui16>, tensor<ui16>) -> (tensor<1xui16>)
    %want0 = stablehlo.constant dense<"0x0400"> : tensor<1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui16>, tensor<1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui16>, %arg1: tensor<ui16>) -> (tensor<1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1xui16>, tensor<1xi64>, tensor<ui16>) -> tensor<1xui16>
    return %0 : tensor<1xui16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint16_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1xui16>
    %in1 = stablehlo.constant dense<"0x0100"> : tensor<ui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui16>, tensor<ui16>) -> (tensor<1xui16>)
    %want0 = stablehlo.constant dense<"0x0400"> : tensor<1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui16>, tensor<1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui16>, %arg1: tensor<ui16>) -> (tensor<1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1xui16>, tensor<1xi64>, tensor<ui16>) -> tensor<1xui16>
    return %0 : tensor<1xui16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint16_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1xui16>
    %in1 = stablehlo.constant dense<"0x0100"> : tensor<ui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui16>, tensor<ui16>) -> (tensor<1xui16>)
    %want0 = stablehlo.constant dense<"0x0400"> : tensor<1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui16>, tensor<1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui16>, %arg1: tensor<ui16>) -> (tensor<1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1xui16>, tensor<1xi64>, tensor<ui16>) -> tensor<1xui16>
    return %0 : tensor<1xui16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint16_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xui16>
    %in1 = stablehlo.constant dense<"0x0100"> : tensor<1x1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xui16>, tensor<1x1xui16>) -> (tensor<1x1x1xui16>)
    %want0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xui16>, tensor<1x1x1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xui16>, %arg1: tensor<1x1xui16>) -> (tensor<1x1x1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x1x1xui16>, tensor<1xi64>, tensor<1x1xui16>) -> tensor<1x1x1xui16>
    return %0 : tensor<1x1x1xui16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint16_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xui16>
    %in1 = stablehlo.constant dense<"0x0100"> : tensor<1x1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xui16>, tensor<1x1xui16>) -> (tensor<1x1x1xui16>)
    %want0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xui16>, tensor<1x1x1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xui16>, %arg1: tensor<1x1xui16>) -> (tensor<1x1x1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x1x1xui16>, tensor<1xi64>, tensor<1x1xui16>) -> tensor<1x1x1xui16>
    return %0 : tensor<1x1x1xui16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010000000100020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200"> : tensor<1x50x3xui16>
    %in1 = stablehlo.constant dense<"0x000007000300"> : tensor<1x3xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xui16>, tensor<1x3xui16>) -> (tensor<1x50x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010007000300020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200"> : tensor<1x50x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xui16>, tensor<1x50x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xui16>, %arg1: tensor<1x3xui16>) -> (tensor<1x50x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x50x3xui16>, tensor<1xi64>, tensor<1x3xui16>) -> tensor<1x50x3xui16>
    return %0 : tensor<1x50x3xui16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint16_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010000000100020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200000007000300060001000000000000000000030001000200000000000100000002000000060005000100020007000000000000000300000002000000030000000100030000000100010000000000000003000100050003000100040001000100020003000100020001000500030005000400020003000500"> : tensor<5x6x7xui16>
    %in1 = stablehlo.constant dense<"0x00000400030001000300020001000100040000000400010004000000030007000100000002000000000000000100050000000300030001000500020001000000000004000200020001000100050003000100000008000500010003000600010001000100000004000200010000000300000000000000020002000400020002000200020004000300000004000200010000000200000000000000000003000000000000000100020000000000010002000200010006000400020002000000040000000200010001000300000004000100090002000100000002000200000002000000020001000200020003000000030001000300020000000400010006000500070006000100030001000000000000000000000001000300"> : tensor<5x2x2x7xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui16>, tensor<5x2x2x7xui16>) -> (tensor<5x6x7xui16>)
    %want0 = stablehlo.constant dense<"0x040004000300030003000600050002000400000004000600040001000300070001000200020001000300030002000500020003000300020000000100020001000200020002000000030000000400020000000200050005000100010000000600020002000100010005000300010001000800050001000300060003000100010001000400030004000600040004000100000002000000060000000200000002000000000000000100000000000200020002000400030002000200020004000300010004000200020001000300010001000300000003000200000000000400020002000200010003000000040003000100000002000300050005000300040001000300020002000100060004000200020001000400020002000100010003000200040001000900020001000200020007000300060001000000000000000000030001000200000000000100000002000000060005000100020007000300000003000300030002000000040001000600050007000600010003000100000003000100050003000100040001000100020003000100020001000500030005000400020003000500"> : tensor<5x6x7xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui16>, tensor<5x6x7xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui16>, %arg1: tensor<5x2x2x7xui16>) -> (tensor<5x6x7xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<5x6x7xui16>, tensor<2x2x1xi64>, tensor<5x2x2x7xui16>) -> tensor<5x6x7xui16>
    return %0 : tensor<5x6x7xui16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint16_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000100010003000200060005000200000000000400060000000100030003000000020000000100030003000200010002000200000002000000010002000100020002000200000003000000040002000000020002000500000001000000060000000100000001000300010000000100020002000000020002000300010000000100000003000400060004000400010000000200000006000000020000000200000000000000010000000000020001000000030003000000010001000100000001000000010002000100030001000100030000000200020000000000040000000200020001000300000004000300010000000200030005000500"> : tensor<1x125xui16>
    %in1 = stablehlo.constant dense<"0x0300"> : tensor<1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xui16>, tensor<1xui16>) -> (tensor<1x125xui16>)
    %want0 = stablehlo.constant dense<"0x04000100010003000200060005000200000000000400060000000100030003000000020000000100030003000200010002000200000002000000010002000100020002000200000003000000040002000000020002000500000001000000060000000100000001000300010000000100020002000000020002000300010000000100000003000400060004000400010000000200000006000000020000000200000000000000010000000000020001000000030003000000010001000100000001000000010002000100030001000100030000000200020000000000040000000200020001000300000004000300010000000200030005000500"> : tensor<1x125xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xui16>, tensor<1x125xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xui16>, %arg1: tensor<1xui16>) -> (tensor<1x125xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x125xui16>, tensor<1xi64>, tensor<1xui16>) -> tensor<1x125xui16>
    return %0 : tensor<1x125xui16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int16_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1xi16>
    %in1 = stablehlo.constant dense<"0xFFFF"> : tensor<1xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xi16>, tensor<1xi16>) -> (tensor<1x1xi16>)
    %want0 = stablehlo.constant dense<"0x0400"> : tensor<1x1xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1xi16>, tensor<1x1xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xi16>, %arg1: tensor<1xi16>) -> (tensor<1x1xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x1xi16>, tensor<1xi64>, tensor<1xi16>) -> tensor<1x1xi16>
    return %0 : tensor<1x1xi16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int16_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xi16>
    %in1 = stablehlo.constant dense<"0xFFFF"> : tensor<1x1xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xi16>, tensor<1x1xi16>) -> (tensor<1x1x1xi16>)
    %want0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xi16>, tensor<1x1x1xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xi16>, %arg1: tensor<1x1xi16>) -> (tensor<1x1x1xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x1x1xi16>, tensor<1xi64>, tensor<1x1xi16>) -> tensor<1x1x1xi16>
    return %0 : tensor<1x1x1xi16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<2x3xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0500FFFF000000000400FAFF"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<2x3xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<1xi64>, tensor<2x3xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500"> : tensor<1xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<1xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF02000500"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<1xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<2xi64>, tensor<1xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int16_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF030002000100"> : tensor<4x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0200FEFF"> : tensor<2xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xi16>, tensor<2xi16>) -> (tensor<4x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF000001000200030002000100"> : tensor<4x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xi16>, tensor<4x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xi16>, %arg1: tensor<2xi16>) -> (tensor<4x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<4x2x3xi16>, tensor<2xi64>, tensor<2xi16>) -> tensor<4x2x3xi16>
    return %0 : tensor<4x2x3xi16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int16_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF030002000100"> : tensor<4x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0200FEFF"> : tensor<2xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xi16>, tensor<2xi16>) -> (tensor<4x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF000001000200030002000100"> : tensor<4x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xi16>, tensor<4x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xi16>, %arg1: tensor<2xi16>) -> (tensor<4x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<4x2x3xi16>, tensor<2xi64>, tensor<2xi16>) -> tensor<4x2x3xi16>
    return %0 : tensor<4x2x3xi16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int16_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF0200000000000000020002000100000000000100000002000000F9FF0300060001000000000000000000FDFFFFFFFEFF0000000001000000020000000600FBFFFFFF020007000000000000000300000002000000FDFF0000010003000000FFFF010000000000000003000100050003000100FCFF0100010002000300FFFF0200FFFF0500FDFFFBFFFCFFFEFFFDFF0500"> : tensor<5x6x7xi16>
    %in1 = stablehlo.constant dense<"0x0000FCFF0300FFFFFDFF02000100FFFF040000000400010004000000FDFF0700FFFF0000FEFF000000000000010005000000FDFFFDFFFFFFFBFF0200FFFF00000000FCFFFEFF02000100FFFF0500FDFFFFFF0000F8FF05000100FDFF060001000100FFFF0000FCFF0200FFFF00000300000000000000FEFF0200040002000200FEFFFEFFFCFF030000000400FEFFFFFF000002000000000000000000FDFF0000000000000100FEFF0000000001000200FEFF01000600FCFFFEFFFEFF000004000000FEFF0100FFFF030000000400FFFF0900020001000000FEFFFEFF0000FEFF0000FEFF01000200FEFF03000000030001000300FEFF00000400FFFFFAFFFBFFF9FFFAFFFFFF0300FFFF000000000000000000000100FDFF"> : tensor<5x2x2x7xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi16>, tensor<5x2x2x7xi16>) -> (tensor<5x6x7xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFF0300FFFF020002000500FFFF04000000040001000400000003000700000000000000010000000300020005000200FEFF0000FFFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000000000000600000002000100FFFF0500FFFF0000010002000500010002000600030001000000010000000300040006000300FCFFFFFF000002000000FAFF0000020000000200000000000000010000000000000001000200040003000200FFFFFFFF0100030000000400FFFF02000000030001000100000000000200000000000000010000000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF0300040001000100020000000100060001000200FFFF010004000200000001000000030002000400000009000200010002000000FEFF0300060001000000000000000000FDFFFFFFFEFF0000000001000000020000000600FEFF010002000700030000000300030003000200000004000000010003000000FFFF010003000000000003000100050003000100FDFF0100010002000300FFFF0200FFFF0500FDFFFBFFFCFFFEFFFDFF0500"> : tensor<5x6x7xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi16>, tensor<5x6x7xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi16>, %arg1: tensor<5x2x2x7xi16>) -> (tensor<5x6x7xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<5x6x7xi16>, tensor<2x2x1xi64>, tensor<5x2x2x7xi16>) -> tensor<5x6x7xi16>
    return %0 : tensor<5x6x7xi16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int16_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF0200000000000000020002000100000000000100000002000000F9FF0300060001000000000000000000FDFFFFFFFEFF0000000001000000020000000600FBFFFFFF020007000000000000000300000002000000FDFF0000010003000000FFFF010000000000000003000100050003000100FCFF0100010002000300FFFF0200FFFF0500FDFFFBFFFCFFFEFFFDFF0500"> : tensor<5x6x7xi16>
    %in1 = stablehlo.constant dense<"0x0000FCFF0300FFFFFDFF02000100FFFF040000000400010004000000FDFF0700FFFF0000FEFF0000"> : tensor<5x2x2xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi16>, tensor<5x2x2xi16>) -> (tensor<5x6x7xi16>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF03000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFF0100FFFF000002000000FAFF0000020000000200000000000000010000000400FEFF01000000030003000000FFFF010001000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000400FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000400FDFF02000000FFFFFDFF0100020007000100FDFF0200000000000000020002000100000000000100000002000000F9FF0300060001000000000000000000FDFFFFFFFEFF0000000001000000020000000600FFFFFFFF020007000000000000000300000002000000FDFF00000100030000000000010000000000000003000100050003000100FCFF0100010002000300FFFF0200FFFF0500FDFFFBFFFCFFFEFFFDFF0500"> : tensor<5x6x7xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi16>, tensor<5x6x7xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi16>, %arg1: tensor<5x2x2xi16>) -> (tensor<5x6x7xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<5x6x7xi16>, tensor<2x2x2xi64>, tensor<5x2x2xi16>) -> tensor<5x6x7xi16>
    return %0 : tensor<5x6x7xi16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint32_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1x1xui32>
    %in1 = stablehlo.constant dense<"0x01000000"> : tensor<1xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xui32>, tensor<1xui32>) -> (tensor<1x1xui32>)
    %want0 = stablehlo.constant dense<"0x04000000"> : tensor<1x1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1xui32>, tensor<1x1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xui32>, %arg1: tensor<1xui32>) -> (tensor<1x1xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1x1xui32>, tensor<1xi64>, tensor<1xui32>) -> tensor<1x1xui32>
    return %0 : tensor<1x1xui32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint32_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1x1x1xui32>
    %in1 = stablehlo.constant dense<"0x01000000"> : tensor<1x1xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xui32>, tensor<1x1xui32>) -> (tensor<1x1x1xui32>)
    %want0 = stablehlo.constant dense<"0x04000000"> : tensor<1x1x1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xui32>, tensor<1x1x1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xui32>, %arg1: tensor<1x1xui32>) -> (tensor<1x1x1xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1x1x1xui32>, tensor<1xi64>, tensor<1x1xui32>) -> tensor<1x1x1xui32>
    return %0 : tensor<1x1x1xui32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint32_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    %in1 = stablehlo.constant dense<"0x000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000"> : tensor<4x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xui32>, tensor<4x3xui32>) -> (tensor<4x2x3x5xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000020000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000500000000000000030000000000000004000000050000000000000002000000020000000500000003000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000400000000000000030000000400000006000000040000000400000001000000000000000200000003000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000200000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xui32>, tensor<4x2x3x5xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xui32>, %arg1: tensor<4x3xui32>) -> (tensor<4x2x3x5xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<4x2x3x5xui32>, tensor<2xi64>, tensor<4x3xui32>) -> tensor<4x2x3x5xui32>
    return %0 : tensor<4x2x3x5xui32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint32_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    %in1 = stablehlo.constant dense<"0x000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000"> : tensor<4x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xui32>, tensor<4x3xui32>) -> (tensor<4x2x3x5xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000020000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000500000000000000030000000000000004000000050000000000000002000000020000000500000003000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000400000000000000030000000400000006000000040000000400000001000000000000000200000003000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000200000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xui32>, tensor<4x2x3x5xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xui32>, %arg1: tensor<4x3xui32>) -> (tensor<4x2x3x5xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<4x2x3x5xui32>, tensor<2xi64>, tensor<4x3xui32>) -> tensor<4x2x3x5xui32>
    return %0 : tensor<4x2x3x5xui32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint32_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    %in1 = stablehlo.constant dense<"0x0000000004000000030000000100000003000000020000000100000001000000040000000000000004000000010000000400000000000000"> : tensor<2x7xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui32>, tensor<2x7xui32>) -> (tensor<5x6x7xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000004000000030000000400000006000000020000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000010000000400000002000000040000000100000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui32>, tensor<5x6x7xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui32>, %arg1: tensor<2x7xui32>) -> (tensor<5x6x7xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<5x6x7xui32>, tensor<2x2xi64>, tensor<2x7xui32>) -> tensor<5x6x7xui32>
    return %0 : tensor<5x6x7xui32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint32_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    %in1 = stablehlo.constant dense<"0x0000000004000000030000000100000003000000020000000100000001000000040000000000000004000000010000000400000000000000030000000700000001000000000000000200000000000000"> : tensor<5x2x2xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui32>, tensor<5x2x2xui32>) -> (tensor<5x6x7xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000010000000400000006000000000000000100000003000000030000000000000004000000000000000100000003000000030000000200000001000000020000000200000000000000020000000300000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000400000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000400000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000400000003000000020000000000000001000000030000000100000002000000070000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000300000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000200000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui32>, tensor<5x6x7xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui32>, %arg1: tensor<5x2x2xui32>) -> (tensor<5x6x7xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<5x6x7xui32>, tensor<2x2x2xi64>, tensor<5x2x2xui32>) -> tensor<5x6x7xui32>
    return %0 : tensor<5x6x7xui32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400000001000000010000000300000002000000060000000500000002000000000000000000000004000000060000000000000001000000030000000300000000000000020000000000000001000000030000000300000002000000010000000200000002000000000000000200000000000000010000000200000001000000020000000200000002000000000000000300000000000000040000000200000000000000020000000200000005000000000000000100000000000000060000000000000001000000000000000100000003000000010000000000000001000000020000000200000000000000020000000200000003000000010000000000000001000000000000000300000004000000060000000400000004000000010000000000000002000000000000000600000000000000020000000000000002000000000000000000000000000000010000000000000000000000020000000100000000000000030000000300000000000000010000000100000001000000000000000100000000000000010000000200000001000000030000000100000001000000030000000000000002000000020000000000000000000000040000000000000002000000020000000100000003000000000000000400000003000000010000000000000002000000030000000500000005000000"> : tensor<1x125xui32>
    %in1 = stablehlo.constant dense<"0x03000000"> : tensor<1xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xui32>, tensor<1xui32>) -> (tensor<1x125xui32>)
    %want0 = stablehlo.constant dense<"0x0400000001000000010000000300000002000000060000000500000002000000000000000000000004000000060000000000000001000000030000000300000000000000020000000000000001000000030000000300000002000000010000000200000002000000000000000200000000000000010000000200000001000000020000000200000002000000000000000300000000000000040000000200000000000000020000000200000005000000000000000100000000000000060000000000000001000000000000000100000003000000010000000000000001000000020000000200000000000000020000000200000003000000010000000000000001000000000000000300000004000000060000000400000004000000010000000000000002000000000000000600000000000000020000000000000002000000000000000000000000000000010000000000000000000000020000000100000000000000030000000300000000000000010000000100000001000000000000000100000000000000010000000200000001000000030000000100000001000000030000000000000002000000020000000000000000000000040000000000000002000000020000000100000003000000000000000400000003000000010000000000000002000000030000000500000005000000"> : tensor<1x125xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xui32>, tensor<1x125xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xui32>, %arg1: tensor<1xui32>) -> (tensor<1x125xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1x125xui32>, tensor<1xi64>, tensor<1xui32>) -> tensor<1x125xui32>
    return %0 : tensor<1x125xui32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int32_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<1x2x3xi32>
    %in1 = stablehlo.constant dense<"0x05000000"> : tensor<1xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi32>, tensor<1xi32>) -> (tensor<1x2x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF0200000005000000"> : tensor<1x2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi32>, tensor<1x2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi32>, %arg1: tensor<1xi32>) -> (tensor<1x2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x2x3xi32>, tensor<2xi64>, tensor<1xi32>) -> tensor<1x2x3xi32>
    return %0 : tensor<1x2x3xi32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int32_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF030000000400000001000000FDFFFFFF0200000000000000FFFFFFFFFDFFFFFF0100000002000000FFFFFFFF01000000FDFFFFFF02000000000000000000000000000000020000000200000001000000000000000000000001000000000000000200000000000000F9FFFFFF03000000060000000100000000000000000000000000000000000000FDFFFFFFFFFFFFFFFEFFFFFF00000000000000000100000000000000020000000000000006000000FBFFFFFFFFFFFFFF020000000700000000000000000000000000000003000000000000000200000000000000FDFFFFFF00000000010000000300000000000000FFFFFFFF010000000000000000000000000000000300000001000000050000000300000001000000FCFFFFFF01000000010000000200000003000000FFFFFFFF02000000FFFFFFFF05000000FDFFFFFFFBFFFFFFFCFFFFFFFEFFFFFFFDFFFFFF05000000"> : tensor<5x6x7xi32>
    %in1 = stablehlo.constant dense<"0x00000000FCFFFFFF03000000FFFFFFFFFDFFFFFF0200000001000000FFFFFFFF040000000000000004000000010000000400000000000000FDFFFFFF07000000FFFFFFFF00000000FEFFFFFF00000000"> : tensor<5x2x2xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi32>, tensor<5x2x2xi32>) -> (tensor<5x6x7xi32>)
    %want0 = stablehlo.constant dense<"0x0400000000000000FFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0300000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFF01000000FFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000004000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFF010000000100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000004000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF030000000400000004000000FDFFFFFF0200000000000000FFFFFFFFFDFFFFFF01000000020000000700000001000000FDFFFFFF02000000000000000000000000000000020000000200000001000000000000000000000001000000000000000200000000000000F9FFFFFF03000000060000000100000000000000000000000000000000000000FDFFFFFFFFFFFFFFFEFFFFFF00000000000000000100000000000000020000000000000006000000FFFFFFFFFFFFFFFF020000000700000000000000000000000000000003000000000000000200000000000000FDFFFFFF0000000001000000030000000000000000000000010000000000000000000000000000000300000001000000050000000300000001000000FCFFFFFF01000000010000000200000003000000FFFFFFFF02000000FFFFFFFF05000000FDFFFFFFFBFFFFFFFCFFFFFFFEFFFFFFFDFFFFFF05000000"> : tensor<5x6x7xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi32>, tensor<5x6x7xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi32>, %arg1: tensor<5x2x2xi32>) -> (tensor<5x6x7xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<5x6x7xi32>, tensor<2x2x2xi64>, tensor<5x2x2xi32>) -> tensor<5x6x7xi32>
    return %0 : tensor<5x6x7xi32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF"> : tensor<1x125xi32>
    %in1 = stablehlo.constant dense<"0x03000000"> : tensor<1xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xi32>, tensor<1xi32>) -> (tensor<1x125xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF"> : tensor<1x125xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xi32>, tensor<1x125xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xi32>, %arg1: tensor<1xi32>) -> (tensor<1x125xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x125xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<1x125xi32>
    return %0 : tensor<1x125xi32>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float16_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF44"> : tensor<1xf16>
    %in1 = stablehlo.constant dense<"0x57BF"> : tensor<f16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xf16>, tensor<f16>) -> (tensor<1xf16>)
    %want0 = stablehlo.constant dense<"0xDF44"> : tensor<1xf16>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1xf16>, tensor<1xi64>, tensor<f16>) -> tensor<1xf16>
    return %0 : tensor<1xf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F94391840"> : tensor<1x50x3xf16>
    %in1 = stablehlo.constant dense<"0x71BB4EC73C42"> : tensor<1x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xf16>, tensor<1x3xf16>) -> (tensor<1x50x3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3371BB2F303C4230405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F94391840"> : tensor<1x50x3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x50x3xf16>) -> tensor<1x50x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x50x3xf16>) -> tensor<1x50x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x50x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x50x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x50x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x50x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x50x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x50x3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x50x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x50x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x50x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x50x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x50x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xf16>, %arg1: tensor<1x3xf16>) -> (tensor<1x50x3xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x50x3xf16>, tensor<1xi64>, tensor<1x3xf16>) -> tensor<1x50x3xf16>
    return %0 : tensor<1x50x3xf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %in1 = stablehlo.constant dense<"0x3C4591C0A83B"> : tensor<1x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf16>, tensor<1x3xf16>) -> (tensor<1x2x3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE3C453141A83B"> : tensor<1x2x3xf16>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x2x3xf16>, tensor<1xi64>, tensor<1x3xf16>) -> tensor<1x2x3xf16>
    return %0 : tensor<1x2x3xf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %in1 = stablehlo.constant dense<"0x3C4591C0A83B"> : tensor<1x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf16>, tensor<1x3xf16>) -> (tensor<1x2x3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE3C453141A83B"> : tensor<1x2x3xf16>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x2x3xf16>, tensor<1xi64>, tensor<1x3xf16>) -> tensor<1x2x3xf16>
    return %0 : tensor<1x2x3xf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float16_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83C"> : tensor<4x2x3x5xf16>
    %in1 = stablehlo.constant dense<"0xBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF"> : tensor<4x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xf16>, tensor<4x3xf16>) -> (tensor<4x2x3x5xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCA44399C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C1E745DDA8B4C2A039FB4474409BB853C17CC014456B43A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBE24441B3CA428F448F460E3C55C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF2E416D3320BC2F3071BF30405EBD5943D83C1F3F3FBF11387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83C"> : tensor<4x2x3x5xf16>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<4x2x3x5xf16>, tensor<2xi64>, tensor<4x3xf16>) -> tensor<4x2x3x5xf16>
    return %0 : tensor<4x2x3x5xf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float16_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83C"> : tensor<4x2x3x5xf16>
    %in1 = stablehlo.constant dense<"0xBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF"> : tensor<4x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xf16>, tensor<4x3xf16>) -> (tensor<4x2x3x5xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCA44399C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C1E745DDA8B4C2A039FB4474409BB853C17CC014456B43A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBE24441B3CA428F448F460E3C55C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF2E416D3320BC2F3071BF30405EBD5943D83C1F3F3FBF11387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83C"> : tensor<4x2x3x5xf16>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<4x2x3x5xf16>, tensor<2xi64>, tensor<4x3xf16>) -> tensor<4x2x3x5xf16>
    return %0 : tensor<4x2x3x5xf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float16_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F9439184071BB4EC73C4290464C3DCFB48DB6B7B5AF2ABBC235BEFBC1F9391FBBF13D31B8EB4120399246B0C5C3BF69419647F8B931306EB9FD43E5BA1540ADBBA3C3863B0A3EC2434DB569BFC13EC739BC3A05B3F6426F3CB745AB42E93FE2C43A3F0B3DDE404442CFBCF240BFBEDD45FEC348C5F4C458C1B7C2DE45"> : tensor<5x6x7xf16>
    %in1 = stablehlo.constant dense<"0xD6BB07C4B0420ABF6CC341417B3F38BD39443236DA44083EAD444035"> : tensor<2x7xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xf16>, tensor<2x7xf16>) -> (tensor<5x6x7xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C45D6BBA83BB04263446CC341417B3FCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C2113839443236DA44083EAD44903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F9439184071BB4EC73C4290464C3DCFB48DB6B7B5AF2ABBC235BEFBC1F9391FBBF13D31B8EB4120399246B0C5C3BF69419647F8B931306EB9FD43E5BA1540ADBBA3C3863B0A3EC2434DB569BFC13EC739BC3A05B3F6426F3CB745AB42E93FE2C43A3F0B3DDE404442CFBCF240BFBEDD45FEC348C5F4C458C1B7C2DE45"> : tensor<5x6x7xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5x6x7xf16>) -> tensor<5x6x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x6x7xf16>) -> tensor<5x6x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x6x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x6x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x6x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x6x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x6x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x6x7xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<5x6x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x6x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x6x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x6x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x6x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xf16>, %arg1: tensor<2x7xf16>) -> (tensor<5x6x7xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<5x6x7xf16>, tensor<2x2xi64>, tensor<2x7xf16>) -> tensor<5x6x7xf16>
    return %0 : tensor<5x6x7xf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_float16_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F9439184071BB4EC73C4290464C3DCFB48DB6B7B5AF2ABBC235BEFBC1F9391FBBF13D31B8EB4120399246B0C5C3BF69419647F8B931306EB9FD43E5BA1540ADBBA3C3863B0A3EC2434DB569BFC13EC739BC3A05B3F6426F3CB745AB42E93FE2C43A3F0B3DDE404442CFBCF240BFBEDD45FEC348C5F4C458C1B7C2DE45"> : tensor<5x6x7xf16>
    %in1 = stablehlo.constant dense<"0xD6BB07C4B0420ABF6CC341417B3F38BD39443236DA44083EAD44403552C359478DBEC6B834C0E2B8"> : tensor<5x2x2xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xf16>, tensor<5x2x2xf16>) -> (tensor<5x6x7xf16>)
    %want0 = stablehlo.constant dense<"0xDF44D6BB57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC1B0425D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C47B3F0EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238394406C0883CD935C7423243723881BC083E153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903BDA4428C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E244AD4432C32E4158B83FBF61C39B3EC24059473F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F9439184071BB4EC73C4290464C3DCFB48DB6B7B5AF2ABBC235BEFBC1F9391FBBF13D31B8EB41203992468DBEC3BF69419647F8B931306EB9FD43E2B81540ADBBA3C3863B0A3EC2434DB5C6B8C13EC739BC3A05B3F6426F3CB745AB42E93FE2C43A3F0B3DDE404442CFBCF240BFBEDD45FEC348C5F4C458C1B7C2DE45"> : tensor<5x6x7xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5x6x7xf16>) -> tensor<5x6x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x6x7xf16>) -> tensor<5x6x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x6x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x6x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x6x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x6x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x6x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x6x7xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<5x6x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x6x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x6x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x6x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x6x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xf16>, %arg1: tensor<5x2x2xf16>) -> (tensor<5x6x7xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<5x6x7xf16>, tensor<2x2x2xi64>, tensor<5x2x2xf16>) -> tensor<5x6x7xf16>
    return %0 : tensor<5x6x7xf16>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint8_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1x1x1xui8>
    %in1 = stablehlo.constant dense<"0x01"> : tensor<1x1xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xui8>, tensor<1x1xui8>) -> (tensor<1x1x1xui8>)
    %want0 = stablehlo.constant dense<"0x04"> : tensor<1x1x1xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xui8>, tensor<1x1x1xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xui8>, %arg1: tensor<1x1xui8>) -> (tensor<1x1x1xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x1x1xui8>, tensor<1xi64>, tensor<1x1xui8>) -> tensor<1x1x1xui8>
    return %0 : tensor<1x1x1xui8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200"> : tensor<1x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<1x3xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101050206"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<1x3xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<1xi64>, tensor<1x3xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200"> : tensor<1x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<1x3xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101050206"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<1x3xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<1xi64>, tensor<1x3xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200000406"> : tensor<2x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<2x3xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x050201030406"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<2x3xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<1xi64>, tensor<2x3xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x05"> : tensor<1xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<1xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<1xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<2xi64>, tensor<1xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200000001050003030105020100000402020101050301000805010306010101000402010003000000020204020202020403000402010002000000000300000001020000010202010604020200040002010103000401090201000202000200020102020300030103020004010605070601030100000000000103"> : tensor<5x2x2x7xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040403030306050204000406040103070102020103030205020303020001020102020200030004020002050501010006020201010503010108050103060301010104030406040401000200060002000200000001000002020204030202020403010402020103010103000302000004020202010300040301000203050503040103020201060402020104020201010302040109020102020703060100000000030102000001000200060501020703000303030200040106050706010301000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x1xi64>, tensor<5x2x2x7xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200000001050003030105020100000402020101050301000805010306010101000402010003000000020204020202020403000402010002000000000300000001020000010202010604020200040002010103000401090201000202000200020102020300030103020004010605070601030100000000000103"> : tensor<5x2x2x7xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040403030306050204000406040103070102020103030205020303020001020102020200030004020002050501010006020201010503010108050103060301010104030406040401000200060002000200000001000002020204030202020403010402020103010103000302000004020202010300040301000203050503040103020201060402020104020201010302040109020102020703060100000000030102000001000200060501020703000303030200040106050706010301000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x1xi64>, tensor<5x2x2x7xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200"> : tensor<5x2x2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206050200010406000103030004000103030201020200020301020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000402010003030001010100010001020103010103000202000004000402010300040301000203050503040403020001030102070103020000000202010000010002000703060300000000030102000001000200060501020700000003000200030001030001010000000301050301040201020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x2xi64>, tensor<5x2x2xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int8_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
    %in1 = stablehlo.constant dense<"0xFF"> : tensor<i8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi8>, tensor<i8>) -> (tensor<1xi8>)
    %want0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi8>, tensor<1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi8>, %arg1: tensor<i8>) -> (tensor<1xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1xi8>, tensor<1xi64>, tensor<i8>) -> tensor<1xi8>
    return %0 : tensor<1xi8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int8_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
    %in1 = stablehlo.constant dense<"0xFF"> : tensor<i8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi8>, tensor<i8>) -> (tensor<1xi8>)
    %want0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi8>, tensor<1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi8>, %arg1: tensor<i8>) -> (tensor<1xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1xi8>, tensor<1xi64>, tensor<i8>) -> tensor<1xi8>
    return %0 : tensor<1xi8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int8_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD020000000202010000010002"> : tensor<1x50x3xi8>
    %in1 = stablehlo.constant dense<"0x00F903"> : tensor<1x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xi8>, tensor<1x3xi8>) -> (tensor<1x50x3xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF010000000302FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD020000000202010000010002"> : tensor<1x50x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xi8>, tensor<1x50x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xi8>, %arg1: tensor<1x3xi8>) -> (tensor<1x50x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1x50x3xi8>, tensor<1xi64>, tensor<1x3xi8>) -> tensor<1x50x3xi8>
    return %0 : tensor<1x50x3xi8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int8_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD030201"> : tensor<4x2x3xi8>
    %in1 = stablehlo.constant dense<"0x02FE"> : tensor<2xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xi8>, tensor<2xi8>) -> (tensor<4x2x3xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE000102030201"> : tensor<4x2x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xi8>, tensor<4x2x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xi8>, %arg1: tensor<2xi8>) -> (tensor<4x2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<4x2x3xi8>, tensor<2xi64>, tensor<2xi8>) -> tensor<4x2x3xi8>
    return %0 : tensor<4x2x3xi8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    %in1 = stablehlo.constant dense<"0x00FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFFFB02FF0000FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003000000FE02040202FEFEFC030004FEFF000200000000FD00000001FE00000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE00FE00FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD"> : tensor<5x2x2x7xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi8>, tensor<5x2x2x7xi8>) -> (tensor<5x6x7xi8>)
    %want0 = stablehlo.constant dense<"0x04FF03FF020205FF0400040104000307000000010003020502FE00FF0001FEFFFEFEFE00FD00040200FEFE0500000006000201FF05FF00010205010206030100010003040603FCFF000200FA00020002000000010000000102040302FFFF01030004FF0200030101000002000000010002FE01FD00FC030100FE0305FB03040101020001060102FF010402000100030204000902010200FE03060100000000FDFFFE00000100020006FE010207030003030302000400010300FF010300000301050301FD01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi8>, tensor<5x6x7xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi8>, %arg1: tensor<5x2x2x7xi8>) -> (tensor<5x6x7xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<5x6x7xi8>, tensor<2x2x1xi64>, tensor<5x2x2x7xi8>) -> tensor<5x6x7xi8>
    return %0 : tensor<5x6x7xi8>
  }
}
// -----
// scatter_max_no_xla_unique_indices_shape_int8_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB"> : tensor<1x125xi8>
    %in1 = stablehlo.constant dense<"0x03"> : tensor<1xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xi8>, tensor<1xi8>) -> (tensor<1x125xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB"> : tensor<1x125xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xi8>, tensor<1x125xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xi8>, %arg1: tensor<1xi8>) -> (tensor<1x125xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1x125xi8>, tensor<1xi64>, tensor<1xi8>) -> tensor<1x125xi8>
    return %0 : tensor<1x125xi8>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_bfloat16_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0"> : tensor<2x3xbf16>
    %in1 = stablehlo.constant dense<"0xA84012C0753F40BF8C40C6C0"> : tensor<2x1x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xbf16>, tensor<2x1x3xbf16>) -> (tensor<2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFA8404EC026408C40"> : tensor<2x3xbf16>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<2x3xbf16>, tensor<1x3x1xi64>, tensor<2x1x3xbf16>) -> tensor<2x3xbf16>
    return %0 : tensor<2x3xbf16>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_bfloat16_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A40"> : tensor<3x5x4xbf16>
    %in1 = stablehlo.constant dense<"0x11C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F"> : tensor<3x2x4xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xbf16>, tensor<3x2x4xbf16>) -> (tensor<3x5x4xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC026407140A8409240753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13FD2402840723FC2BF4EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3E1F40313FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A40"> : tensor<3x5x4xbf16>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<3x5x4xbf16>, tensor<2x1xi64>, tensor<3x2x4xbf16>) -> tensor<3x5x4xbf16>
    return %0 : tensor<3x5x4xbf16>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_bfloat16_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A40"> : tensor<3x5x4xbf16>
    %in1 = stablehlo.constant dense<"0x11C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F"> : tensor<3x2x4xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xbf16>, tensor<3x2x4xbf16>) -> (tensor<3x5x4xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC026407140A8409240753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13FD2402840723FC2BF4EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3E1F40313FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A40"> : tensor<3x5x4xbf16>
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
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<3x5x4xbf16>, tensor<2x1xi64>, tensor<3x2x4xbf16>) -> tensor<3x5x4xbf16>
    return %0 : tensor<3x5x4xbf16>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_uint16_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200"> : tensor<3x5x4xui16>
    %in1 = stablehlo.constant dense<"0x020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100"> : tensor<3x2x4xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xui16>, tensor<3x2x4xui16>) -> (tensor<3x5x4xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100030002000600050004000000000004000600000001000300030000000200000001000300030002000100060004000400060000000100020001000200020002000000030000000400020000000200020005000000020000000600000001000000010003000100000001000200020000000200"> : tensor<3x5x4xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x4xui16>, tensor<3x5x4xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xui16>, %arg1: tensor<3x2x4xui16>) -> (tensor<3x5x4xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<3x5x4xui16>, tensor<2x1xi64>, tensor<3x2x4xui16>) -> tensor<3x5x4xui16>
    return %0 : tensor<3x5x4xui16>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int16_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1xi16>
    %in1 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<2xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi16>, tensor<2xi16>) -> (tensor<1xi16>)
    %want0 = stablehlo.constant dense<"0x0400"> : tensor<1xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi16>, tensor<1xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi16>, %arg1: tensor<2xi16>) -> (tensor<1xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1xi16>, tensor<2x1xi64>, tensor<2xi16>) -> tensor<1xi16>
    return %0 : tensor<1xi16>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int16_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFF"> : tensor<3xi16>
    %in1 = stablehlo.constant dense<"0xFDFF0200FAFF"> : tensor<3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi16>, tensor<3xi16>) -> (tensor<3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFF"> : tensor<3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi16>, tensor<3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi16>, %arg1: tensor<3xi16>) -> (tensor<3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<3xi16>, tensor<3x1xi64>, tensor<3xi16>) -> tensor<3xi16>
    return %0 : tensor<3xi16>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int16_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFF"> : tensor<3xi16>
    %in1 = stablehlo.constant dense<"0xFDFF0200FAFF"> : tensor<3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi16>, tensor<3xi16>) -> (tensor<3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFF"> : tensor<3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi16>, tensor<3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi16>, %arg1: tensor<3xi16>) -> (tensor<3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<3xi16>, tensor<3x1xi64>, tensor<3xi16>) -> tensor<3xi16>
    return %0 : tensor<3xi16>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int16_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFF"> : tensor<3xi16>
    %in1 = stablehlo.constant dense<"0xFDFF0200FAFF"> : tensor<3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi16>, tensor<3xi16>) -> (tensor<3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFF"> : tensor<3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi16>, tensor<3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi16>, %arg1: tensor<3xi16>) -> (tensor<3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<3xi16>, tensor<3x1xi64>, tensor<3xi16>) -> tensor<3xi16>
    return %0 : tensor<3xi16>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int16_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200"> : tensor<3x5x4xi16>
    %in1 = stablehlo.constant dense<"0xFEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF00000200000002000000000000000100"> : tensor<3x2x4xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xi16>, tensor<3x2x4xi16>) -> (tensor<3x5x4xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200030005000400000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF030002000100060002000000FFFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000020000000600000001000000FFFFFDFFFFFF000001000200020000000200"> : tensor<3x5x4xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x4xi16>, tensor<3x5x4xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xi16>, %arg1: tensor<3x2x4xi16>) -> (tensor<3x5x4xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<3x5x4xi16>, tensor<2x1xi64>, tensor<3x2x4xi16>) -> tensor<3x5x4xi16>
    return %0 : tensor<3x5x4xi16>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_uint32_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    %in1 = stablehlo.constant dense<"0x0100000001000000"> : tensor<2xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui32>, tensor<2xui32>) -> (tensor<1xui32>)
    %want0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui32>, tensor<1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui32>, %arg1: tensor<2xui32>) -> (tensor<1xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1xui32>, tensor<2x1xi64>, tensor<2xui32>) -> tensor<1xui32>
    return %0 : tensor<1xui32>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_uint32_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000"> : tensor<3xui32>
    %in1 = stablehlo.constant dense<"0x030000000200000006000000"> : tensor<3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>)
    %want0 = stablehlo.constant dense<"0x040000000600000001000000"> : tensor<3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xui32>, tensor<3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xui32>, %arg1: tensor<3xui32>) -> (tensor<3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<3xui32>, tensor<3x1xi64>, tensor<3xui32>) -> tensor<3xui32>
    return %0 : tensor<3xui32>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int32_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFF"> : tensor<3xi32>
    %in1 = stablehlo.constant dense<"0xFDFFFFFF02000000FAFFFFFF"> : tensor<3xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFF"> : tensor<3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi32>, tensor<3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi32>, %arg1: tensor<3xi32>) -> (tensor<3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<3xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<3xi32>
    return %0 : tensor<3xi32>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int32_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFF"> : tensor<3xi32>
    %in1 = stablehlo.constant dense<"0xFDFFFFFF02000000FAFFFFFF"> : tensor<3xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFF"> : tensor<3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi32>, tensor<3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi32>, %arg1: tensor<3xi32>) -> (tensor<3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<3xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<3xi32>
    return %0 : tensor<3xi32>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int32_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000"> : tensor<3x5x4xi32>
    %in1 = stablehlo.constant dense<"0xFEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF0000000002000000000000000200000000000000000000000000000001000000"> : tensor<3x2x4xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xi32>, tensor<3x2x4xi32>) -> (tensor<3x5x4xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000030000000500000004000000000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF030000000200000001000000060000000200000000000000FFFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000020000000000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000"> : tensor<3x5x4xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x4xi32>, tensor<3x5x4xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xi32>, %arg1: tensor<3x2x4xi32>) -> (tensor<3x5x4xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<3x5x4xi32>, tensor<2x1xi64>, tensor<3x2x4xi32>) -> tensor<3x5x4xi32>
    return %0 : tensor<3x5x4xi32>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_uint8_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1xui8>
    %in1 = stablehlo.constant dense<"0x0101"> : tensor<2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui8>, tensor<2xui8>) -> (tensor<1xui8>)
    %want0 = stablehlo.constant dense<"0x04"> : tensor<1xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui8>, tensor<1xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui8>, %arg1: tensor<2xui8>) -> (tensor<1xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1xui8>, tensor<2x1xi64>, tensor<2xui8>) -> tensor<1xui8>
    return %0 : tensor<1xui8>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_uint8_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101"> : tensor<3xui8>
    %in1 = stablehlo.constant dense<"0x030206"> : tensor<3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xui8>, tensor<3xui8>) -> (tensor<3xui8>)
    %want0 = stablehlo.constant dense<"0x040601"> : tensor<3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xui8>, tensor<3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>) -> (tensor<3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<3xui8>, tensor<3x1xi64>, tensor<3xui8>) -> tensor<3xui8>
    return %0 : tensor<3xui8>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_uint8_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200000406"> : tensor<2x1x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xui8>, tensor<2x1x3xui8>) -> (tensor<2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040105030206"> : tensor<2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xui8>, tensor<2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui8>, %arg1: tensor<2x1x3xui8>) -> (tensor<2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<2x3xui8>, tensor<1x3x1xi64>, tensor<2x1x3xui8>) -> tensor<2x3xui8>
    return %0 : tensor<2x3xui8>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_uint8_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200000406"> : tensor<2x1x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xui8>, tensor<2x1x3xui8>) -> (tensor<2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040105030206"> : tensor<2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xui8>, tensor<2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui8>, %arg1: tensor<2x1x3xui8>) -> (tensor<2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<2x3xui8>, tensor<1x3x1xi64>, tensor<2x1x3xui8>) -> tensor<2x3xui8>
    return %0 : tensor<2x3xui8>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int8_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
    %in1 = stablehlo.constant dense<"0xFFFF"> : tensor<2xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi8>, tensor<2xi8>) -> (tensor<1xi8>)
    %want0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi8>, tensor<1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi8>, %arg1: tensor<2xi8>) -> (tensor<1xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1xi8>, tensor<2x1xi64>, tensor<2xi8>) -> tensor<1xi8>
    return %0 : tensor<1xi8>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int8_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA"> : tensor<2x3xi8>
    %in1 = stablehlo.constant dense<"0x05FE000004FA"> : tensor<2x1x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xi8>, tensor<2x1x3xi8>) -> (tensor<2x3xi8>)
    %want0 = stablehlo.constant dense<"0x04FF05FD0204"> : tensor<2x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi8>, %arg1: tensor<2x1x3xi8>) -> (tensor<2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<2x3xi8>, tensor<1x3x1xi64>, tensor<2x1x3xi8>) -> tensor<2x3xi8>
    return %0 : tensor<2x3xi8>
  }
}
// -----
// scatter_max_no_xla_non_unique_indices_shape_int8_3_5_40_scatterindices_1_1_updateshape_3_5_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_2_scatter_dims_to_operand_dims_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF02FF05FDFBFCFEFD0500FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFFFB02FF0000FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003000000FE02040202FEFEFC030004FEFF000200000000FD00000001FE00000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE00FE00FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD03020002FEFF0000FFFEFF02FB01000201F8010000FF02FF050106FEFB020200FCFF01000000FEFFFC05FF01FD02FB020006FD000103FF00FAFE010300060500F9FBFE0300FA0004FFFE0600FF0100FF0303020003000103020501FBFD040001FE03FF04FF0302FE03FEFE02FFFFFFFD03010000010502FF02000005FFFFFBFC01FE01FDFE020401030503FE0001FF01FCFE01FAFD00FB00FE000000FF00FF01050000FD02FEFE01000304FF0005020203FF010404FE000100FF02FFFB01FFFEFC03FAFB000303FD00FC03FC00030004FE0102000401FC0B0100FC00FF01010500010100000302FFFD00030005FE00F9FF00010500040102FF04"> : tensor<3x5x40xi8>
    %in1 = stablehlo.constant dense<"0xFD01FEFFFCFF0100FC04010302FFFBFE03FD02FF01FB03000200020002FC"> : tensor<3x5x2xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x40xi8>, tensor<3x5x2xi8>) -> (tensor<3x5x40xi8>)
    %want0 = stablehlo.constant dense<"0x0401FFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FFFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100010305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFF0400000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF03FF05FDFBFCFEFD0500FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFFFB02FF0200FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003000000FE02040202FEFEFC030004FEFF000200000000FD00000001FE00000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE000300FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD03020002FEFF0000FFFEFF02FB01000201F8010000FF02FF050106FEFB020200FCFF01000000FEFFFC05FF01FD02FB020006FD010103FF00FAFE010300060500F9FBFE0300FA0004FFFE0600FF0100FF030302000300010302050103FD040001FE03FF04FF0302FE03FEFE02FFFFFFFD03010000010502FF02000005FFFFFBFC01FE0102FE020401030503FE0001FF01FCFE01FAFD00FB00FE000000FF00FF01050000FD02FEFE01000304020005020203FF010404FE000100FF02FFFB01FFFEFC03FAFB000303FD00FC03FC00030004FE0102020401FC0B0100FC00FF01010500010100000302FFFD00030005FE00F9FF00010500040102FF04"> : tensor<3x5x40xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x40xi8>, tensor<3x5x40xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x40xi8>, %arg1: tensor<3x5x2xi8>) -> (tensor<3x5x40xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<3x5x40xi8>, tensor<2x1xi64>, tensor<3x5x2xi8>) -> tensor<3x5x40xi8>
    return %0 : tensor<3x5x40xi8>
  }
}
