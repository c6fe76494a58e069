import GStreamer
import Glibc

/// A file that is written under another name and gets its own only when it is complete.
///
/// Whatever ends the program before `commit()` leaves nothing under the final name.
public final class PendingFile: Sendable {
    public let path: String
    /// The name that it has while it is written: hidden, in the same directory.
    public let temporaryPath: String

    /// The temporary files that exist now, so that an interrupt can remove them.
    private static let open = Monitor<Set<String>>([])

    /// Creates the temporary file.
    ///
    /// - Parameter option: what chooses the name, for advice.
    /// - Throws: when `path` exists and must not be replaced, is a directory, or cannot be written.
    public init(_ path: String, overwrite: Bool, option: String = "-o") throws(HostError) {
        self.path = path
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw HostError("\(path) is not a regular file", advice: "choose another name with \(option)")
            }
        }
        // A link that leads nowhere is a name that is taken too.
        if !overwrite, lstat(path, &status) == 0 {
            throw HostError("\(path) already exists", advice: "add --overwrite to replace it")
        }
        let pattern = "\(OutputName.directory(of: path)).\(OutputName.base(of: path)).XXXXXX.part"
        var name = Array(pattern.utf8CString)
        let made = PendingFile.open.withLock { files in
            let file = mkstemps(&name, 5)
            guard file >= 0 else { return false }
            // mkstemp makes it private; the result is to have the usual rights.
            let mask = umask(0)
            umask(mask)
            fchmod(file, 0o666 & ~mask)
            close(file)
            files.insert(PendingFile.text(name))
            return true
        }
        guard made else {
            let directory = OutputName.directory(of: path)
            throw HostError(
                "cannot write in \(directory.isEmpty ? "the current directory" : directory): \(String(cString: strerror(errno)))",
                advice: "choose another place with \(option)")
        }
        temporaryPath = PendingFile.text(name)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        discard()
    }

    /// Gives the finished file its name, replacing what was there.
    public func commit() throws(HostError) {
        let failure: Int32? = PendingFile.open.withLock { files in
            guard files.remove(temporaryPath) != nil else { return ENOENT }
            guard rename(temporaryPath, path) == 0 else {
                let number = errno
                unlink(temporaryPath)
                return number
            }
            return nil
        }
        if let failure { throw HostError("cannot name the result \(path): \(String(cString: strerror(failure)))") }
    }

    /// Removes the unfinished file; does nothing after `commit()`.
    public func discard() {
        PendingFile.open.withLock { files in
            if files.remove(temporaryPath) != nil { unlink(temporaryPath) }
        }
    }

    /// Whether two paths lead to one existing file.
    static func sameFile(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// Whether two paths name one file, be it there already or not.
    static func sameName(_ first: String, _ second: String) -> Bool {
        func folder(_ path: String) -> String { OutputName.directory(of: path).isEmpty ? "." : OutputName.directory(of: path) }
        return sameFile(first, second)
            || OutputName.base(of: first) == OutputName.base(of: second) && sameFile(folder(first), folder(second))
    }

    /// Removes every unfinished file and ends the program at once; no file can get its name meanwhile.
    public static func discardAllAndExit(_ status: Int32) -> Never {
        open.withLock { files in
            for file in files { unlink(file) }
            _exit(status)
        }
    }
}
