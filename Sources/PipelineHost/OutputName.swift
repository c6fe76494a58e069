import Glibc

/// Rules for where results go: beside the input, into a directory, or under a given name.
public enum OutputName {
    /// The path's last part.
    public static func base(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? path
    }

    /// Everything before the last part, with the slash; empty for the current directory.
    public static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// After the last dot of the last part; empty when there is none.
    public static func fileExtension(of path: String) -> String {
        let name = base(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    /// `clips/a.mp4` → `clips/a.anonymised.mp4`; inputs that cannot be written as they are become .mkv.
    public static func beside(_ input: String) -> String {
        let suffix = fileExtension(of: input)
        let stem = suffix.isEmpty ? input : String(input.dropLast(suffix.count + 1))
        return "\(stem).anonymised.\(Container(fileExtension: suffix) == nil ? "mkv" : suffix)"
    }

    /// Where each input's result goes; an option that ends in a slash is a directory, whether it is there or not.
    ///
    /// - Throws: when several inputs share one file, or two of them would have the same name.
    public static func outputs(
        for inputs: [String], option: String?, isDirectory: (String) -> Bool = OutputName.isDirectory
    ) throws(HostError) -> [String] {
        guard let option else { return inputs.map(beside) }
        if !option.hasSuffix("/"), !isDirectory(option) {
            guard inputs.count == 1 else {
                throw HostError(
                    "several inputs need a directory, but \(option) is none", advice: "write \(option)/, or leave -o out")
            }
            return [option]
        }
        return try named(inputs, in: option) { base(of: beside($0)) }
    }

    /// Where each input's report goes, `clips/a.mp4.report.jsonl` in a directory; none without the option.
    ///
    /// - Throws: when several inputs share one file, or two of them would have the same name.
    public static func reports(
        for inputs: [String], option: String?, isDirectory: (String) -> Bool = OutputName.isDirectory
    ) throws(HostError) -> [String?] {
        guard let option else { return inputs.map { _ in nil } }
        if !option.hasSuffix("/"), !isDirectory(option) {
            guard inputs.count == 1 else {
                throw HostError(
                    "several inputs need a directory for their reports, but \(option) is none", advice: "write \(option)/")
            }
            return [option]
        }
        return try named(inputs, in: option) { base(of: $0) + ".report.jsonl" }
    }

    private static func named(
        _ inputs: [String], in directory: String, _ name: (String) -> String
    ) throws(HostError) -> [String] {
        let folder = directory.hasSuffix("/") ? directory : directory + "/"
        var owners: [String: String] = [:]
        var outputs: [String] = []
        for input in inputs {
            let output = folder + name(input)
            if let other = owners[output] {
                throw HostError("\(other) and \(input) would both become \(output)", advice: "anonymise them one at a time")
            }
            owners[output] = input
            outputs.append(output)
        }
        return outputs
    }

    /// Makes a directory and those above it that are missing; says nothing, since writing into it would.
    public static func makeDirectory(_ path: String) {
        var end = path.startIndex
        while let slash = path[end...].firstIndex(of: "/") {
            end = path.index(after: slash)
            mkdir(String(path[..<end]), 0o777)
        }
    }

    public static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
