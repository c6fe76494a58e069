import GStreamer
import Testing

@testable import PipelineHost

@Suite struct LaunchFileTests {
    @Test func leavesCommentsAndLineBreaksOut() throws {
        let file = try LaunchFile("# What it does\n# and how\n\na ! b # not this\n  ! c\\\nd uri=http://x/#part\n", name: "f")
        #expect(file.introduction == "What it does\nand how")
        let words = try file.line(with: [:]).description.split(separator: " ").joined(separator: " ")
        #expect(words == "a ! b ! c d uri=http://x/#part")
    }

    @Test func keepsHashesInsideQuotes() throws {
        let line = try LaunchFile("a text=\"no # comment\" t='# x' ! b", name: "f").line(with: [:])
        #expect(line.description == "a text=\"no # comment\" t='# x' ! b")
    }

    @Test func fillsPlacesFromValuesAndDefaults() throws {
        let file = try LaunchFile("src location=${input:?the video} ! e scale=${scale:-20} ${tail}", name: "f")
        #expect(file.parameters.map(\.name) == ["input", "scale", "tail"])
        let line = try file.line(with: ["input": "a.mp4", "tail": "sink"])
        #expect(line.description == "src location=a.mp4 ! e scale=20 sink")
    }

    @Test(arguments: [
        ("with space", "with\\ space"), ("a!b", "a\\!b"), ("\"q\"", "\\\"q\\\""), ("back\\slash", "back\\\\slash"),
        ("mosaic; eyes", "mosaic\\;\\ eyes"), ("größe.mp4", "größe.mp4"), ("${x}", "\\$\\{x\\}"),
    ])
    func escapesValuesOutsideQuotes(_ value: String, _ expected: String) {
        #expect(LaunchFile.quoted(value, in: nil) == expected)
    }

    @Test func escapesOnlyWhatEndsTheQuotesInsideThem() throws {
        let line = try LaunchFile("e t=\"${x}\"", name: "f").line(with: ["x": "a \"b\" ! c"])
        #expect(line.description == "e t=\"a \\\"b\\\" ! c\"")
    }

    @Test(arguments: ["a ! b.mp4", "q \"u\" 'o'.mp4", "back\\slash.mp4", "-dash (1)=x;#.mp4"])
    func valuesReachThePropertyUnchanged(_ name: String) throws {
        try Registry.start()
        for text in ["filesrc name=s location=${file} ! fakesink", "filesrc name=s location=\"${file}\" ! fakesink"] {
            let line = try LaunchFile(text, name: "f").line(with: ["file": name])
            #expect(try Pipeline(parsing: line.description).element("s")?.string("location") == name)
        }
    }

    @Test func saysWhatIsMissingAndWhere() throws {
        let file = try LaunchFile("a\n! b\n! c location=${output:?the file to write}", name: "f")
        #expect {
            try file.line(with: [:])
        } throws: { error in
            "\(error)" == "f, line 3: output is missing: the file to write; add output=VALUE"
        }
    }

    @Test func refusesUnknownNames() throws {
        let file = try LaunchFile("a ${input}", name: "f")
        #expect {
            try file.line(with: ["inptu": "x", "input": "y"])
        } throws: { error in
            "\(error)" == "f has no parameter inptu; it has: input"
        }
    }

    @Test(arguments: ["a ! b t=\"open", "a\n${never", "a ${x:+y}", "a ${}"])
    func refusesWhatIsNotUnderstood(_ text: String) {
        #expect(throws: HostError.self) { try LaunchFile(text, name: "f") }
    }

    @Test func refusesLineBreaksInValues() throws {
        let file = try LaunchFile("a ${x}", name: "f")
        #expect(throws: HostError.self) { try file.line(with: ["x": "a\nb"]) }
    }

    @Test func knowsTheLineOfEachElement() throws {
        let file = try LaunchFile(
            "# c\nvideotestsrc ! queue\n! queue name=q\n! video/x-raw,width=3\n! x264enc pass=qual\n! q.", name: "f")
        let line = try file.line(with: [:])
        #expect(line.mentions.map(\.factory) == ["videotestsrc", "queue", "queue", "x264enc"])
        #expect(line.mentions.map(\.line) == [2, 2, 3, 5])
        #expect(line.line(of: "could not link queue0 to x") == 2)
        #expect(line.line(of: "trouble in q") == 3)
        #expect(line.line(of: "no property \"pass\" in element \"nothing\"") == 5)
        #expect(line.line(of: "syntax error") == nil)
    }
}
