import Synchronization

/// The models of one folder, each read once and compiled once for each size that is asked for.
///
/// Elements with the same `model-dir` share one library, and so the compiled networks.
public final class ModelLibrary: Sendable {
    public let folder: String
    private let contents = Mutex(Contents())

    private struct Contents {
        var models: [ModelFamily: Model] = [:]
        /// Kept alive by the requests made of them, so that sizes of the past are let go.
        var networks: [Key: WeakNetwork] = [:]
    }

    private struct Key: Hashable {
        var family: ModelFamily
        var width: Int
        var height: Int
        var streams: Int
        var precision: Precision
    }

    private struct WeakNetwork { weak var network: Network? }

    private struct Weak { weak var library: ModelLibrary? }
    private static let open = Mutex<[String: Weak]>([:])

    private init(folder: String) { self.folder = folder }

    /// The library of a folder, made when nobody has it open yet.
    public static func at(_ folder: String) -> ModelLibrary {
        open.withLock { libraries in
            if let library = libraries[folder]?.library { return library }
            let library = ModelLibrary(folder: folder)
            libraries[folder] = Weak(library: library)
            return library
        }
    }

    /// Reads the models of a detector, so that a missing, broken or wrong file is known before any frame comes.
    public func load(_ kind: DetectorKind) throws(InferenceError) {
        for family in kind.families { _ = try model(family) }
    }

    /// A network for one input size and `streams` frames at once; made, in up to half a second, when it is asked for first.
    func network(_ family: ModelFamily, width: Int, height: Int, streams: Int, precision: Precision) throws(InferenceError) -> Network {
        let model = try model(family)
        let key = Key(family: family, width: width, height: height, streams: streams, precision: precision)
        // The lock is held while compiling: reshaping changes the model, and two threads that want one network need one.
        return try contents.withLock { contents throws(InferenceError) in
            if let network = contents.networks[key]?.network { return network }
            let network = try model.compiled(width: width, height: height, streams: streams, precision: precision)
            contents.networks = contents.networks.filter { $0.value.network != nil }
            contents.networks[key] = WeakNetwork(network: network)
            return network
        }
    }

    private func model(_ family: ModelFamily) throws(InferenceError) -> Model {
        try contents.withLock { contents throws(InferenceError) in
            if let model = contents.models[family] { return model }
            let model = try Model(
                path: "\(folder)/\(family.fileName)", outputNames: family.outputNames, expected: family.title)
            contents.models[family] = model
            return model
        }
    }
}
