// Draws the hidden area at the near plane, which has depth 1, as the depth is reversed.

@vertex
fn vertex(@location(0) at: vec2<f32>) -> @builtin(position) vec4<f32> {
    return vec4(at, 1.0, 1.0);
}
