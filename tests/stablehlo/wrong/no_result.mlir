// error[type]: StableHLO: this region returns nothing
module {
  func.func @main() -> tensor<i32> {
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %y = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
     reducer(%a: tensor<i32>, %b: tensor<i32>) {
      stablehlo.return
    }
    return %y : tensor<i32>
  }
}
