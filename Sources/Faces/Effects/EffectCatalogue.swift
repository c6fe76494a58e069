import Synchronization

/// All effects, by name: those of this package, and those that others register.
public enum EffectCatalogue {
    /// Makes an effect of the options given, defaults for the others.
    public typealias Maker = @Sendable (EffectOptions) throws(EffectError) -> any FrameEffect

    /// Reads a picture file; the error it throws is told to whoever asked for the effect.
    public typealias ImageLoader = @Sendable (_ path: String) throws -> Bitmap

    private struct Entry: Sendable {
        var summary: EffectSummary
        var make: Maker
    }

    private static let entries = Mutex<[Entry]>(
        [
            Mosaic.self, Blur.self, Solid.self, Eyes.self, Sepia.self, Overlay.self, Comic.self, Retouch.self, Auto.self,
            NoEffect.self,
        ].map {
            entry($0)
        })
    private static let loader = Mutex<ImageLoader?>(nil)

    private static func entry(_ effect: any FrameEffect.Type) -> Entry {
        Entry(summary: effect.summary) { (options) throws(EffectError) in try effect.init(options: options) }
    }

    /// What each effect is called, does and takes.
    public static var summaries: [EffectSummary] { entries.withLock { $0.map(\.summary) } }

    /// The effect of a name with the options given and defaults for the others.
    public static func effect(
        named name: String, options: EffectOptions = EffectOptions()
    ) throws(EffectError) -> any FrameEffect {
        // Made outside of the lock: making an effect may ask for another.
        guard let make = entries.withLock({ entries in entries.first { $0.summary.name == name }?.make }) else {
            throw .unknownEffect(name: name, known: summaries.map(\.name))
        }
        return try make(options)
    }

    /// Adds an effect of one's own under the name that its summary has, or puts it in the place of the one that has that name.
    public static func register(_ effect: any FrameEffect.Type) {
        register(effect.summary, make: entry(effect).make)
    }

    /// The same of an effect that is made otherwise, or described otherwise, than its type says.
    public static func register(_ summary: EffectSummary, make: @escaping Maker) {
        entries.withLock { entries in
            let entry = Entry(summary: summary, make: make)
            if let index = entries.firstIndex(where: { $0.summary.name == summary.name }) {
                entries[index] = entry
            } else {
                entries.append(entry)
            }
        }
    }

    /// Sets what reads the picture files that effects' options name; this module reads no files.
    public static func setImageLoader(_ loader: @escaping ImageLoader) {
        Self.loader.withLock { $0 = loader }
    }

    static func image(at path: String, for effect: String) throws(EffectError) -> Bitmap {
        guard let load = loader.withLock({ $0 }) else {
            throw .unreadableImage(effect: effect, path: path, reason: "nothing here reads pictures")
        }
        do {
            return try load(path)
        } catch {
            throw .unreadableImage(effect: effect, path: path, reason: "\(error)")
        }
    }
}
