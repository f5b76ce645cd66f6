// Regions that are no operation of ours: folds, windows, scatters and orders of any kind.
func.func @main() -> tensor<4xi32> {
  %x = stablehlo.constant dense<[5, 2, 8, 3]> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // 5 ^ 2 ^ 8 ^ 3: a fold that graphs have no name for
  %h = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
   reducer(%a: tensor<i32>, %b: tensor<i32>)  {
    %m = stablehlo.xor %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }
  check.expect_eq_const %h, dense<12> : tensor<i32>
  %w = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %d = stablehlo.multiply %a, %b : tensor<i32>
    %e = stablehlo.add %d, %one : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  // ((1*1+1)*5+1, (1*5+1)*2+1, (1*2+1)*8+1, (1*8+1)*3+1)
  check.expect_eq_const %w, dense<[11, 13, 25, 28]> : tensor<4xi32>
  %at = stablehlo.constant dense<[[1], [3], [1], [9]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %sc = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %d = stablehlo.subtract %b, %a : tensor<i32>
    stablehlo.return %d : tensor<i32>
  }) : (tensor<4xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  // place 1: 10 - 2 = 8, then 30 - 8 = 22; place 3: 20 - 3; place 9 is none
  check.expect_eq_const %sc, dense<[5, 22, 8, 17]> : tensor<4xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %y = stablehlo.constant dense<[5, 2, 8, 3, 6, 1, 4]> : tensor<7xi32>
  // even before odd, the smaller first: no key by itself
  %o = "stablehlo.sort"(%y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.remainder %a, %two : tensor<i32>
    %q = stablehlo.remainder %b, %two : tensor<i32>
    %l = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %e = stablehlo.compare EQ, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %k = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %s = stablehlo.select %e, %k, %l : tensor<i1>, tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<7xi32>) -> tensor<7xi32>
  check.expect_eq_const %o, dense<[2, 4, 6, 8, 1, 3, 5]> : tensor<7xi32>
  %g = "stablehlo.sort"(%y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<7xi32>) -> tensor<7xi32>
  check.expect_eq_const %g, dense<[8, 6, 5, 4, 3, 2, 1]> : tensor<7xi32>
  return %sc : tensor<4xi32>
}
