import Dispatch
import Foundation
import Synchronization

/// A program that runs beside a test until it ends, is told to, or goes out of scope.
public final class Service: Sendable {
    private let folder: TemporaryFolder
    private let output: Int32
    /// The process, which is also its group.
    public let process: pid_t
    private let ending = Ending()

    /// Starts a shell's simple command as a user would after `eval "$(scripts/env)"`.
    ///
    /// - Parameter limit: seconds after which it is killed.
    public init(_ command: String, folder place: String? = nil, limit: Double = 90) throws {
        folder = try TemporaryFolder()
        let pipe = folder.file("output")
        guard mkfifo(pipe, 0o600) == 0 else { throw CommandFailure(text: "no pipe can be made in \(folder.path)") }
        let ending = ending
        // The shell leads a process group of its own, and becomes the command.
        let line = "exec >'\(pipe)'; echo $$; exec \(command)"
        Thread.detachNewThread {
            let result = Result { try Stage.shell(line, folder: place, limit: limit) }
            ending.result.withLock { $0 = result }
            ending.arrived.leave()
        }
        // Waits until the shell has opened the other end.
        output = open(pipe, O_RDONLY)
        guard output >= 0, let first = Service.nextLine(of: output), let leader = pid_t(first) else {
            throw CommandFailure(text: "\(command) does not start")
        }
        process = leader
    }

    deinit {
        send(SIGKILL)
        ending.arrived.wait()
        close(output)
    }

    /// What it prints next to its standard output, as soon as it does; nil when it has ended.
    public func nextLine() -> String? { Service.nextLine(of: output) }

    /// Reads on until a line says something; false when none did.
    public func says(_ text: String) -> Bool {
        while let line = nextLine() { if line.contains(text) { return true } }
        return false
    }

    /// Sends it a signal, by default that of Ctrl-C, and waits for its end.
    public func end(with signal: Int32 = SIGINT) throws -> CommandResult {
        send(signal)
        return try wait()
    }

    /// Waits for its end.
    public func wait() throws -> CommandResult {
        while nextLine() != nil {}
        ending.arrived.wait()
        return try ending.result.withLock { $0 }!.get()
    }

    /// Sends it a signal, and leaves what it still says to be read.
    public func send(_ signal: Int32) {
        // Once it has ended, the number may be another's.
        ending.result.withLock { if $0 == nil { kill(-process, signal) } }
    }

    private static func nextLine(of descriptor: Int32) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
            guard byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }

    private final class Ending: Sendable {
        let result = Mutex<Result<CommandResult, any Error>?>(nil)
        let arrived = DispatchGroup()

        init() { arrived.enter() }
    }
}

/// A UDP port of this machine that nobody listens on.
public func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutableBytes(of: &address) { bytes in
        let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!
        return bind(socket, pointer, size) == 0 && getsockname(socket, pointer, &size) == 0
    }
    guard bound else { throw CommandFailure(text: "no UDP port is free: \(String(cString: strerror(errno)))") }
    return Int(UInt16(bigEndian: address.sin_port))
}
