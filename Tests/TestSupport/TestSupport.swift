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

    public func file(_ name: String) -> String { path + "/" + name }
}

/// Runs a program found on PATH to its end, with a limit in seconds after which it is killed.
@discardableResult
public func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], folder: String? = nil, limit: Double = 120
) throws -> CommandResult {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    // Files, not pipes: nothing to drain while the program runs.
    let scratch = try TemporaryFolder()
    for name in ["out", "err"] { FileManager.default.createFile(atPath: scratch.file(name), contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: scratch.file("out"))
    process.standardError = FileHandle(forWritingAtPath: scratch.file("err"))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let killer = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: killer)
    process.waitUntilExit()
    killer.cancel()
    func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: scratch.file(name)) ?? Data(), as: UTF8.self)
    }
    return CommandResult(status: process.terminationStatus, output: text("out"), errors: text("err"))
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
