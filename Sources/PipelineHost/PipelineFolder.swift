import Glibc

/// Where pipeline files are found by their bare names.
public enum PipelineFolder {
    /// `GUISE_PIPELINES`, what is installed beside the program, and the folder of a source tree, in this order.
    public static var places: [String] {
        var places: [String] = []
        if let named = getenv("GUISE_PIPELINES") { places.append(String(cString: named)) }
        if let program = programPath {
            let bin = OutputName.directory(of: program).dropLast()
            places.append(OutputName.directory(of: String(bin)) + "share/guise/pipelines")
        }
        return places + ["pipelines"]
    }

    /// Reads what `run` was given: a line with `!` in it, a path, or the name of a file in one of the places.
    public static func read(_ argument: String, places: [String] = places) throws(HostError) -> LaunchFile {
        if argument.contains("!") || argument.contains(where: \.isWhitespace), !isFile(argument) {
            return try LaunchFile(argument, name: "the line")
        }
        let candidates = [argument] + (argument.contains("/") ? [] : places.map { "\($0)/\(argument)" })
        guard let path = candidates.first(where: isFile) else {
            let names = Set(places.flatMap(files)).sorted()
            throw HostError(
                "there is no pipeline file \(argument)",
                advice: names.isEmpty
                    ? "set GUISE_PIPELINES to the folder that has it" : "there are: \(names.joined(separator: ", "))")
        }
        return try LaunchFile(contents(path), name: OutputName.base(of: path))
    }

    private static var programPath: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    private static func files(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func contents(_ path: String) throws(HostError) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw HostError("\(path) cannot be read: \(String(cString: strerror(errno)))") }
        defer { close(file) }
        var bytes: [UInt8] = []
        while true {
            let chunk = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
                count = max(0, Glibc.read(file, buffer.baseAddress, 65536))
            }
            if chunk.isEmpty { break }
            bytes += chunk
            guard bytes.count < 1 << 20 else { throw HostError("\(path) is too large for a pipeline file") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw HostError("\(path) is not text", advice: "did you mean guise anonymize \(path)?")
        }
        return text
    }
}
