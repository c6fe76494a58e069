import Glibc

/// The folder for pictures to check; it begins empty, or is overwritten.
struct PictureFolder: Sendable {
    let path: String
    private let overwrite: Bool

    init(_ path: String, overwrite: Bool) throws(HostError) {
        self.path = path.hasSuffix("/") ? path : path + "/"
        self.overwrite = overwrite
        OutputName.makeDirectory(self.path)
        guard let directory = opendir(self.path) else {
            throw HostError(
                "cannot write in \(path): \(String(cString: strerror(errno)))", advice: "choose another place with --pictures")
        }
        defer { closedir(directory) }
        var isEmpty = true
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { isEmpty = false }
        }
        if !isEmpty, !overwrite {
            throw HostError("\(path) is not empty", advice: "choose another place with --pictures, or add --overwrite")
        }
    }

    /// Writes a picture; gives its path.
    func write(_ picture: SideBySide, _ name: String) throws -> String {
        let file = try PendingFile(path + name, overwrite: overwrite, option: "--pictures")
        let descriptor = open(file.temporaryPath, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let bytes = try picture.png()
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw HostError("\(path + name) cannot be written: \(String(cString: strerror(errno)))")
            }
            done += count
        }
        try file.commit()
        return path + name
    }
}
