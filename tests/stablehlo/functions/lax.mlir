// lax.fori
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xB80F733F2B91113F6A872FBFF545E33E2DC25B3F5714D1BE60D614BF1210043F"> : tensor<8xf32>
    %out:1 = func.call @program(%in0) : (tensor<8xf32>) -> (tensor<8xf32>)
    %want0 = stablehlo.constant dense<"0xFCADBC41328BA5413AB132416EF79D415526B7416C625441415C3F41D056A241"> : tensor<8xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<8xf32>) -> tensor<8xf64>
    %c2 = stablehlo.convert %want0 : (tensor<8xf32>) -> tensor<8xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<8xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<8xf64>
    %c8 = stablehlo.abs %c7 : tensor<8xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<8xf64>
    %c10 = stablehlo.abs %c2 : tensor<8xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<8xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<8xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<8xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<8xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<8xi1>
    check.expect_eq_const %c16, dense<true> : tensor<8xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i64>, tensor<i64>, tensor<8xf32>
    cond {
      %c_3 = stablehlo.constant dense<5> : tensor<i64>
      %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:2 = func.call @program_closed_call(%iterArg_1, %iterArg_2) : (tensor<i64>, tensor<8xf32>) -> (tensor<i64>, tensor<8xf32>)
      %c_3 = stablehlo.constant dense<1> : tensor<i64>
      %2 = stablehlo.add %iterArg, %c_3 : tensor<i64>
      stablehlo.return %2, %1#0, %1#1 : tensor<i64>, tensor<i64>, tensor<8xf32>
    }
    return %0#2 : tensor<8xf32>
  }
  func.func private @program_closed_call(%arg0: tensor<i64>, %arg1: tensor<8xf32>) -> (tensor<i64>, tensor<8xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg0, %c : tensor<i64>
    %cst = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.multiply %arg1, %1 : tensor<8xf32>
    %3 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.add %2, %4 : tensor<8xf32>
    return %0, %5 : tensor<i64>, tensor<8xf32>
  }
}
// -----
// lax.custom_root
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xEEC33C404B6424404B3CA83FBF681C408BF03640EABACB3FD094B53F04042140"> : tensor<8xf32>
    %out:1 = func.call @program(%in0) : (tensor<8xf32>) -> (tensor<8xf32>)
    %want0 = stablehlo.constant dense<"0xBC90B73F424CAF3FC7358C3FCD69AC3F3DA8B53FD572953FDCD28F3FED16AE3F"> : tensor<8xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<8xf32>) -> tensor<8xf64>
    %c2 = stablehlo.convert %want0 : (tensor<8xf32>) -> tensor<8xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<8xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<8xf64>
    %c8 = stablehlo.abs %c7 : tensor<8xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<8xf64>
    %c10 = stablehlo.abs %c2 : tensor<8xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<8xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<8xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<8xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<8xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<8xi1>
    check.expect_eq_const %c16, dense<true> : tensor<8xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %2:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c_0, %iterArg_2 = %c, %iterArg_3 = %1) : tensor<8xf32>, tensor<i64>, tensor<i64>, tensor<8xf32>
    cond {
      %c_4 = stablehlo.constant dense<20> : tensor<i64>
      %3 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3:2 = func.call @program_closed_call(%iterArg, %iterArg_2, %iterArg_3) : (tensor<8xf32>, tensor<i64>, tensor<8xf32>) -> (tensor<i64>, tensor<8xf32>)
      %c_4 = stablehlo.constant dense<1> : tensor<i64>
      %4 = stablehlo.add %iterArg_1, %c_4 : tensor<i64>
      stablehlo.return %iterArg, %4, %3#0, %3#1 : tensor<8xf32>, tensor<i64>, tensor<i64>, tensor<8xf32>
    }
    return %2#3 : tensor<8xf32>
  }
  func.func private @program_closed_call(%arg0: tensor<8xf32>, %arg1: tensor<i64>, %arg2: tensor<8xf32>) -> (tensor<i64>, tensor<8xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg1, %c : tensor<i64>
    %1 = stablehlo.multiply %arg2, %arg2 : tensor<8xf32>
    %2 = stablehlo.multiply %1, %arg2 : tensor<8xf32>
    %3 = stablehlo.subtract %2, %arg0 : tensor<8xf32>
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.multiply %4, %arg2 : tensor<8xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.add %6, %7 : tensor<8xf32>
    %9 = stablehlo.divide %3, %8 : tensor<8xf32>
    %10 = stablehlo.subtract %arg2, %9 : tensor<8xf32>
    return %0, %10 : tensor<i64>, tensor<8xf32>
  }
}
