// error[type]: StableHLO: the comparator has params i32[1] and i32[1], expected two of i32[]
module {
  func.func @main() -> tensor<4xi32> {
    %x = stablehlo.constant dense<[3, 1, 2, 0]> : tensor<4xi32>
    %y = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<1xi32>, %b: tensor<1xi32>):
      %c = stablehlo.compare LT, %a, %b, SIGNED : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
      stablehlo.return %c : tensor<1xi1>
    }) : (tensor<4xi32>) -> tensor<4xi32>
    return %y : tensor<4xi32>
  }
}
