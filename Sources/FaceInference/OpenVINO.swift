import COpenVINO

/// The version of the OpenVINO runtime that is loaded, like "2026.4.1-22982-…".
public func openVINOVersion() -> String {
    var version = ov_version_t()
    guard ov_get_openvino_version(&version) == OK else { return "unknown" }
    defer { ov_version_free(&version) }
    return version.buildNumber.map { String(cString: $0) } ?? "unknown"
}

/// Runs one C call and turns its status into an error that says what was being done.
func check(_ doing: @autoclosure () -> String, _ status: ov_status_e) throws(InferenceError) {
    guard status != OK else { return }
    throw .runtime(doing: doing(), reason: lastReason(status))
}

/// The runtime's own words for its last error on this thread, its first telling line only.
func lastReason(_ status: ov_status_e) -> String {
    guard let text = ov_get_last_err_msg() else { return "status \(status.rawValue)" }
    let lines = String(cString: text).split(separator: "\n").map { line in
        String(line.drop { $0 == " " || $0 == "\t" })
    }
    let telling = lines.first { !$0.isEmpty && !$0.hasPrefix("Exception from") && !$0.hasPrefix("Check '") } ?? lines.first
    return telling ?? "status \(status.rawValue)"
}

/// The process's one OpenVINO core; the library locks it itself.
final class Runtime: @unchecked Sendable {  // proof: `core` is set once in init and OpenVINO's core is thread-safe
    let core: OpaquePointer

    static let shared: Result<Runtime, InferenceError> = {
        do throws(InferenceError) { return .success(try Runtime()) } catch { return .failure(error) }
    }()

    private init() throws(InferenceError) {
        var core: OpaquePointer?
        try check("starting", ov_core_create(&core))
        guard let core else { throw .runtime(doing: "starting", reason: "no core") }
        self.core = core
    }
}
