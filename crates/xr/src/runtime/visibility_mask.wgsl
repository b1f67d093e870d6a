// The part of a picture that no eye sees, at the near plane: depth counts backwards.

@vertex
fn vertex(@location(0) at: vec2<f32>) -> @builtin(position) vec4<f32> {
    return vec4(at, 1.0, 1.0);
}
