import Dispatch
import GStreamer
import Testing

/// Runs a scenario twice, around `identity` and around `guise`, and expects that the neighbours saw the same.
func expectSame(
    _ subjects: (Subject, Subject) = (.identity, .guise), within seconds: Int = 30,
    location: SourceLocation = #_sourceLocation, _ scenario: @escaping @Sendable (Bench) throws -> Void
) throws {
    if let found = try differenceBetween(subjects, within: seconds, scenario) {
        Issue.record("\(found)", sourceLocation: location)
    }
}

func differenceBetween(
    _ subjects: (Subject, Subject), within seconds: Int = 30, _ scenario: @escaping @Sendable (Bench) throws -> Void
) throws -> String? {
    func run(_ subject: Subject) throws -> [String] {
        try onOwnThread(within: seconds, "\(subject)") {
            let bench = try Bench(subject)
            try scenario(bench)
            return bench.finish()
        }
    }
    return difference(try run(subjects.0), try run(subjects.1), names: (subjects.0.description, subjects.1.description))
}

/// The same for a whole pipeline, whose launch line has an `E` where the subject goes.
func expectSame(
    _ subject: Subject, line: String, within seconds: Int = 30,
    location: SourceLocation = #_sourceLocation, _ scenario: @escaping @Sendable (Line) throws -> Void = { $0.playToTheEnd() }
) throws {
    func run(_ subject: Subject) throws -> [String] {
        try onOwnThread(within: seconds, "\(subject)") {
            let line = try Line(subject, line)
            try scenario(line)
            return line.finish()
        }
    }
    if let found = difference(try run(.identity), try run(subject), names: ("identity", subject.description)) {
        Issue.record("\(found)", sourceLocation: location)
    }
}

struct Hang: Error, CustomStringConvertible {
    let what: String
    var description: String { "\(what) hangs" }
}

/// Runs `body` where a hang harms no other test: its thread is then given up.
func onOwnThread<Result: Sendable>(
    within seconds: Int, _ what: String, _ body: @escaping @Sendable () throws -> Result
) throws -> Result {
    let outcome = Monitor<Swift.Result<Result, any Error>?>(nil)
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: what).async {
        let result = Swift.Result { try body() }
        outcome.withLock { $0 = result }
        ended.signal()
    }
    guard ended.wait(timeout: .now() + .seconds(seconds)) == .success else { throw Hang(what: what) }
    return try outcome.withLock { $0! }.get()
}
