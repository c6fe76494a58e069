import Foundation

/// Where things are that tests need.
public enum Place {
    /// The package's folder.
    public static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path(percentEncoded: false)
    public static let models = package + ".deps/models"
    /// A public-domain portrait (NASA) with one face, 512 × 512.
    public static let astronaut = package + ".deps/pictures/astronaut.png"
}

/// What a command printed, and how it ended.
public struct CommandResult: Sendable {
    public var status: Int32
    public var output: String
    public var errors: String
}

/// A folder of a test's own, removed with it.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        path = NSTemporaryDirectory() + "guise-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// For what several tests share; goes away with the test run.
    static let ofTheRun: TemporaryFolder = {
        guard let folder = try? TemporaryFolder() else { preconditionFailure("no temporary folder can be made") }
        atexit { try? FileManager.default.removeItem(atPath: TemporaryFolder.ofTheRun.path) }
        return folder
    }()

    public func file(_ name: String) -> String { path + "/" + name }
}

/// Runs a program found on PATH to its end, with a limit in seconds after which it and all that it started are killed.
///
/// Not Foundation's Process: a child that a worker thread starts would inherit that thread's mask, and be deaf to Ctrl-C.
@discardableResult
public func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], folder: String? = nil, limit: Double = 120
) throws -> CommandResult {
    let scratch = try TemporaryFolder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    // Files, not pipes: nothing to drain while the program runs.
    posix_spawn_file_actions_addopen(&actions, 1, scratch.file("out"), O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, scratch.file("err"), O_WRONLY | O_CREAT, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
    // Found on the child's PATH, not on ours.
    let words = ["/usr/bin/env"] + (folder.map { ["-C", $0] } ?? []) + [program] + arguments
    var child = pid_t()
    let status = withArguments(words) { words in
        withArguments(variables) { posix_spawn(&child, "/usr/bin/env", &actions, &attributes, words, $0) }
    }
    guard status == 0 else { throw CommandFailure(text: "\(program): \(String(cString: strerror(status)))") }
    let group = -child
    let killer = DispatchWorkItem { kill(group, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: killer)
    var ending: Int32 = 0
    while waitpid(child, &ending, 0) < 0, errno == EINTR {}
    killer.cancel()
    func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: scratch.file(name)) ?? Data(), as: UTF8.self)
    }
    // As a shell tells it: the exit status, or 128 and the signal.
    let code = ending & 0x7f == 0 ? (ending >> 8) & 0xff : 128 + (ending & 0x7f)
    return CommandResult(status: code, output: text("out"), errors: text("err"))
}

/// Lends the strings as C takes them.
private func withArguments<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
}

/// The raw bytes that a gst-launch pipeline writes, when it ends in what `sink` is put behind.
public func bytes(of pipeline: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let result = try run("gst-launch-1.0", ["-q"] + words(pipeline) + ["!", "filesink", "location=\(folder.file("raw"))"])
    guard result.status == 0, let data = FileManager.default.contents(atPath: folder.file("raw")) else {
        throw CommandFailure(text: result.errors)
    }
    return [UInt8](data)
}

public struct CommandFailure: Error, CustomStringConvertible {
    public var text: String
    public var description: String { text }
}

private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
