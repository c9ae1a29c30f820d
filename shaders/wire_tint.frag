// wire_tint.frag: the colour of triangle edges. Blended by the alpha that wire.frag left.
#version 450

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = vec4(0.004, 0.006, 0.010, 1.0);
}
