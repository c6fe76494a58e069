import TestSupport
import Testing

/// What the program says of itself.
struct HelpTests {
    @Test(arguments: [
        (
            "anonymize",
            [
                "output", "overwrite", "keep-location", "quality", "preset", "codec", "detector", "effects", "threshold",
                "min-face", "mask-scale", "on-doubt", "analysis-size", "model-dir", "report", "keep", "only", "detect-interval",
            ]
        ),
        ("detect", ["output", "overwrite", "detector", "threshold", "min-face", "analysis-size", "model-dir"]),
        ("verify", ["pictures", "report", "overwrite", "every", "offset", "detector", "threshold", "analysis-size"]),
        ("run", []),
    ])
    func tellsEveryOption(command: String, options: [String]) throws {
        for flag in ["--help", "-h"] {
            let result = try Stage.shell("guise \(command) \(flag)")
            #expect(result.status == 0 && result.errors.isEmpty)
            #expect(result.output.contains("guise \(command)") && result.output.contains("Examples:"))
            for option in options { #expect(result.output.contains("--\(option)")) }
            #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
        }
    }

    @Test func listsTheCommands() throws {
        let result = try Stage.shell("guise --help")
        #expect(result.status == 0 && result.errors.isEmpty)
        for word in ["anonymize", "detect", "verify", "run", "--version", "--help"] { #expect(result.output.contains(word)) }
    }

    @Test func namesThreeVersions() throws {
        let result = try Stage.shell("guise --version")
        #expect(result.status == 0 && result.errors.isEmpty)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3)
        for (line, name) in zip(lines, ["guise", "GStreamer", "OpenVINO"]) {
            let words = line.split(separator: " ")
            #expect(words.count == 2 && words[0] == name && words[1].first?.isNumber == true)
        }
    }

    @Test func showsItsUsageWhenNothingIsAsked() throws {
        let result = try Stage.shell("guise")
        #expect(result.status == 2 && result.output.isEmpty && result.errors.hasPrefix("Usage:"))
    }

    @Test(arguments: [
        "anonymize", "detect", "verify", "run", "frobnicate", "--frobnicate", "anonymize --frobnicate a.mp4", "detect -q a.mp4",
    ])
    func answersAWrongCallInOneLine(call: String) throws {
        let result = try Stage.shell("guise \(call)")
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(lineCount(result.errors) == 1 && result.errors.contains("--help"))
    }

    @Test func explainsAPipelineFile() throws {
        let result = try Stage.shell("guise run file-mosaic --help")
        #expect(result.status == 0)
        for word in ["input", "the video to read", "output", "scale", "[20]"] { #expect(result.output.contains(word)) }
    }
}
