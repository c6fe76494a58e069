import Synchronization

/// The models of one folder, each read once and compiled once for each size that is asked for.
///
/// Elements with the same `model-dir` share one library, and so the compiled networks.
public final class ModelLibrary: Sendable {
    public let folder: String
    private let contents = Mutex(Contents())

    private struct Contents {
        var models: [ModelFamily: Model] = [:]
        var slots: [Key: Slot] = [:]
        /// The networks used last, kept for the next stream of their size; others live as long as requests made of them.
        var recent: [Network] = []
    }

    /// More than one stream's detector and searcher use.
    private static let recentCount = 12

    private struct Key: Hashable {
        var family: ModelFamily
        var width: Int
        var height: Int
        var streams: Int
        var precision: Precision
    }

    /// Where one network is or is being made: who wants it waits here, and others are not held up.
    private final class Slot: Sendable {
        struct WeakNetwork: Sendable { weak var network: Network? }
        let network = Mutex(WeakNetwork())
    }

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
    func network(_ family: ModelFamily, width: Int, height: Int, streams: Int, precision: Precision) throws(InferenceError)
        -> Network
    {
        let key = Key(family: family, width: width, height: height, streams: streams, precision: precision)
        let slot = contents.withLock { contents in
            contents.slots[key]
                ?? {
                    let slot = Slot()
                    contents.slots[key] = slot
                    return slot
                }()
        }
        let network = try slot.network.withLock { held throws(InferenceError) in
            if let network = held.network { return network }
            let network = try model(family).compiled(width: width, height: height, streams: streams, precision: precision)
            held.network = network
            return network
        }
        contents.withLock { contents in
            contents.recent.removeAll { $0 === network }
            contents.recent.append(network)
            contents.recent.removeFirst(max(0, contents.recent.count - Self.recentCount))
        }
        return network
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
