import CGStreamer
final class Renderer { 
 enum Outcome { case push(UnsafeMutablePointer<GstBuffer>), drop, fail }
 init(guise: Guise) {}
 func update(_ s: Settings) {}
 var isIdle: Bool { false }
 func reset() {}
 func restart() {}
 func finish(_ f: HeldFrame, _ a: Analysis) -> Outcome { .push(f.buffer) }
}
