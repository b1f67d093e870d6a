// Scales the upper left part of the picture, where the board was drawn, up to the whole.
// Interpolates bilinearly, as the sampler of full-screen materials takes the nearest pixel.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

struct Enlarged {
    // WebGL 2 requires a size that is a multiple of 16 bytes.
    @align(16) part: f32,
}

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(2) var<uniform> enlarged: Enlarged;

@fragment
fn fragment(in: FullscreenVertexOutput) -> @location(0) vec4<f32> {
    let whole = vec2<f32>(textureDimensions(source));
    let drawn = max(floor(whole * enlarged.part + 0.5), vec2(1.0));
    let at = in.uv * drawn - 0.5;
    let most = vec2<i32>(drawn) - 1;
    let first = clamp(vec2<i32>(floor(at)), vec2(0), most);
    let last = clamp(vec2<i32>(floor(at)) + 1, vec2(0), most);
    let between = fract(at);
    let above = mix(
        textureLoad(source, first, 0),
        textureLoad(source, vec2(last.x, first.y), 0),
        between.x,
    );
    let below = mix(
        textureLoad(source, vec2(first.x, last.y), 0),
        textureLoad(source, last, 0),
        between.x,
    );
    return mix(above, below, between.y);
}
