// error[name]: StableHLO: function main does not exist, the module has a, b
func.func @a(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @b(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
