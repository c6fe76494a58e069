import CGStreamerShims
import FaceInference
import Glibc

/// The models of a folder, as `model-dir` names it, and the networks made of them: held, they are ready for the next stream.
public func models(in folder: String?) -> ModelLibrary { ModelLibrary.at(ModelFolder.path(folder)) }

/// Where models are looked for: the property, else GUISE_MODELS, else beside the plugin or the program.
enum ModelFolder {
    static func path(_ property: String?) -> String {
        if let property, !property.isEmpty { return property }
        if let variable = getenv("GUISE_MODELS"), variable.pointee != 0 { return String(cString: variable) }
        return beside
    }

    /// From PREFIX/lib/gstreamer-1.0/libgstguise.so, or PREFIX/bin/guise: PREFIX/lib/guise/models.
    private static let beside: String = {
        let folder = ownFolder
        let places = [
            "\(folder)/../guise/models", "\(folder)/../lib/guise/models", "\(folder)/../../guise/models", "\(folder)/models",
        ]
        return places.first { access($0, F_OK) == 0 } ?? places[0]
    }()

    /// The folder of the shared object or program that holds this code.
    private static var ownFolder: String {
        let here: @convention(c) () -> Void = {}
        let name = gstswift_library_path(unsafeBitCast(here, to: UnsafeRawPointer.self))
        guard let full = name.flatMap({ realpath($0, nil) }) ?? realpath("/proc/self/exe", nil) else { return "." }
        defer { free(full) }
        let path = String(cString: full)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
