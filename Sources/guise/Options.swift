// GLib's option parser comes with GStreamer's module; nothing else of C is used here.
import CGStreamer

/// A command's options, read by GOption: declare them, parse, then ask for their values.
final class Options {
    /// What the command line asked for instead of running the command, or got wrong.
    enum Outcome: Error {
        case help(String)
        case wrong(String)
    }

    private struct Entry {
        let name: String
        let letter: Character?
        let kind: GOptionArg
        let help: String
        let value: String?
        /// Where GOption puts what it read.
        let target: UnsafeMutableRawPointer
    }

    private let command: String
    private let parameters: String
    private let summary: String
    private let notes: String
    private var entries: [Entry] = []
    /// What is left of the command line: the inputs.
    private(set) var arguments: [String] = []

    /// - Parameters:
    ///   - command: as it is called, such as `guise detect`.
    ///   - parameters: what follows the options, such as `INPUT…`.
    ///   - notes: examples, after the list of options.
    init(_ command: String, parameters: String, summary: String, notes: String) {
        self.command = command
        self.parameters = parameters
        self.summary = summary
        self.notes = notes
    }

    deinit {
        for entry in entries { entry.target.deallocate() }
    }

    /// Declares `--name`; its help says the default itself.
    func addFlag(_ name: String, letter: Character? = nil, _ help: String) {
        let target = UnsafeMutablePointer<gboolean>.allocate(capacity: 1)
        target.initialize(to: 0)
        entries.append(Entry(name: name, letter: letter, kind: G_OPTION_ARG_NONE, help: help, value: nil, target: target))
    }

    /// Declares `--name=VALUE`.
    func addValue(_ name: String, letter: Character? = nil, _ value: String, _ help: String) {
        let target = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
        target.initialize(to: nil)
        // "Filename" takes the bytes as they are, whatever the locale.
        entries.append(Entry(name: name, letter: letter, kind: G_OPTION_ARG_FILENAME, help: help, value: value, target: target))
    }

    func flag(_ name: String) -> Bool {
        entries.first { $0.name == name }.map { $0.target.load(as: gboolean.self) != 0 } ?? false
    }

    func value(_ name: String) -> String? {
        entries.first { $0.name == name }?.target.load(as: UnsafeMutablePointer<CChar>?.self).map { String(cString: $0) }
    }

    /// Reads what follows the command's name.
    func parse(_ words: [String]) throws(Outcome) {
        // GOption keeps these strings for as long as the context lives.
        let strings = entries.map { entry in (strdup(entry.name), strdup(entry.help), entry.value.map { strdup($0) } ?? nil) }
        defer {
            for string in strings {
                free(string.0)
                free(string.1)
                free(string.2)
            }
        }
        var table = zip(entries, strings).map { entry, strings in
            GOptionEntry(
                long_name: strings.0, short_name: entry.letter.map { gchar(bitPattern: $0.asciiValue ?? 0) } ?? 0, flags: 0,
                arg: entry.kind, arg_data: entry.target, description: strings.1, arg_description: strings.2)
        }
        table.append(GOptionEntry())
        let context = g_option_context_new(parameters)
        defer { g_option_context_free(context) }
        g_option_context_set_summary(context, summary)
        g_option_context_set_description(context, notes)
        g_option_context_set_help_enabled(context, 0)
        g_option_context_add_main_entries(context, table, nil)
        if words.contains("--help") || words.contains("-h") || words.contains("-?") { throw .help(help(context)) }
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = vector([command] + words)
        defer { g_strfreev(list) }
        var failure: UnsafeMutablePointer<GError>?
        guard g_option_context_parse_strv(context, &list, &failure) != 0 else {
            defer { g_error_free(failure) }
            throw .wrong(failure.map { String(cString: $0.pointee.message) } ?? "wrong options")
        }
        arguments = []
        var index = 1
        while let word = list?[index] {
            arguments.append(String(cString: word))
            index += 1
        }
        // What follows "--" are arguments even when they begin with a dash.
        if let dashes = arguments.firstIndex(of: "--") { arguments.remove(at: dashes) }
    }

    private func help(_ context: OpaquePointer?) -> String {
        g_set_prgname(command)
        guard let text = g_option_context_get_help(context, 1, nil) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private func vector(_ words: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        let size = (words.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.size
        let list = g_malloc0(gsize(size)).bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: words.count + 1)
        for (index, word) in words.enumerated() { list[index] = g_strdup(word) }
        return list
    }
}
