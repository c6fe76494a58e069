import GStreamer
import GuiseElement
import PipelineHost

/// The options that become properties of the element `guise`, the same for every command that has them.
enum ElementOptions {
    private static let all: [(name: String, value: String, help: String)] = [
        ("detector", "fast|accurate|none", "what finds the faces; accurate sees smaller and turned ones [fast]"),
        ("effects", "LIST", "what becomes of a face: “mosaic,scale=20”, “eyes”, “mosaic; eyes” [mosaic]"),
        ("threshold", "0…1", "how sure the detector must be; 0 takes its own [0]"),
        ("min-face", "0…1", "smallest face, as a part of the frame's height [0.01]"),
        ("mask-scale", "FACTOR", "how far the mask goes beyond the face [1.3]"),
        ("on-doubt", "mask-frame|drop|error", "what happens to a frame that could not be looked at [mask-frame]"),
        ("lookahead", "MS", "how far a face that is seen hides it in the frames around [400]"),
        ("regions", "LIST", "areas always hidden, as x,y,width,height or corners, 0…1 [none]"),
        ("analysis-size", "PIXELS", "long side of the picture that the detector sees; 0 chooses [0]"),
        ("detect-interval", "FRAMES", "frames from one look at the whole picture to the next; 0 chooses [0]"),
        ("model-dir", "DIR", "where the models are [GUISE_MODELS, else beside the program]"),
    ]

    static func add(to options: Options, except: [String] = []) {
        for option in all where !except.contains(option.name) { options.addValue(option.name, option.value, option.help) }
    }

    /// The properties that the command line set, tried on an element so that a wrong one is found before any work.
    static func properties(from options: Options) throws(Options.Outcome) -> [(name: String, value: String)] {
        let properties = all.compactMap { option in options.value(option.name).map { (name: option.name, value: $0) } }
        guard !properties.isEmpty, let element = try? Element("guise") else { return properties }
        for property in properties {
            // What an unset variable of a shell gives must not leave faces bare.
            if property.name == "effects", property.value.allSatisfy({ $0.isWhitespace || $0 == ";" }) {
                throw .wrong("--effects: the list is empty; leave the option out for a mosaic, or write none to leave faces bare")
            }
            if let fault = fault(in: property.name, property.value) { throw .wrong(fault) }
            do {
                try element.set(property.name, property.value)
            } catch .property(_, let name, let reason) {
                throw .wrong("--\(name): \(reason)")
            } catch {
                throw .wrong("--\(property.name): \(error)")
            }
        }
        return properties
    }
}
