import Glibc
import GuiseElement
import PipelineHost

/// `guise anonymize`: hides the faces in files.
enum Anonymize {
    static let summary = "Hides the faces in videos and pictures; sound and subtitles are copied as they are."

    static func options() -> Options {
        let options = Options(
            "guise anonymize", parameters: "INPUT… [-o OUTPUT|DIR]", summary: summary,
            notes: """
                Reads and writes .mp4, .mov, .mkv, .webm, .avi, .jpg and .png; the output's ending chooses.
                Without -o the result of NAME.mp4 is NAME.anonymised.mp4 beside it. It gets its name
                only when every frame is in it; until then, and after Ctrl-C, there is nothing there.

                Examples:
                  guise anonymize party.mp4
                  guise anonymize party.mp4 -o hidden.mkv --effects "mosaic,scale=20"
                  guise anonymize *.mp4 -o hidden/ --detector accurate
                  guise anonymize portrait.jpg --effects eyes
                  guise anonymize party.mp4 --report party.jsonl
                  guise anonymize party.mp4 -o hidden.mp4 --keep 2

                A report has a line {"frame","pts","faces":[{"id","x","y","width","height","score",
                "source"}],"masked_whole"} for each frame of the result, positions as guise detect
                has them, and a line {"summary"} at its end. Sources are detected, searched (around
                where it was expected), backfilled (before it was first seen) and held (lost, or between
                two sightings). A face is shown by --keep or left by --only only while it is sure whose
                it is; with the same settings each face has the same id in every run.

                Exit status: 0 when every file is done, 1 when one failed, 2 for wrong options, 130 after Ctrl-C.

                """)
        options.addValue(
            "output", letter: "o", "OUTPUT|DIR", "where the result goes; DIR/ for several inputs [beside the input]")
        options.addValue(
            "report", "FILE|DIR", "write what was hidden in each frame, as JSON; DIR/ for several inputs [no report]")
        options.addFlag("overwrite", "replace a result or report that exists")
        options.addFlag("keep-location", "keep where it was filmed; left out otherwise")
        options.addValue("quality", "0…51", "quality on x264's scale, 0 is best [18]")
        options.addValue("preset", "NAME", "how much time the encoder takes, ultrafast … placebo [veryfast]")
        options.addValue("codec", "NAME", "h264, h265, vp8, vp9, av1, mjpeg, mpeg4, prores, theora [the input's]")
        options.addValue("keep", "IDS", "show these identities, such as 1,3; see --report for who is who [none]")
        options.addValue("only", "IDS", "hide only these identities [all]")
        ElementOptions.add(to: options)
        return options
    }

    static func run(_ words: [String]) async throws(Options.Outcome) -> Int32 {
        let options = options()
        try options.parse(words)
        guard !options.arguments.isEmpty else { throw .wrong("which file? name at least one INPUT") }
        let encoding = try encoding(from: options)
        var properties = try ElementOptions.properties(from: options)
        if options.value("keep") != nil, options.value("only") != nil {
            throw .wrong("--keep shows some and hides the others, --only hides some and shows the others: give one of them")
        }
        for (option, property) in [("keep", "keep-ids"), ("only", "only-ids")] {
            guard let list = options.value(option) else { continue }
            // What an unset variable of a shell gives is a mistake, if one that hides everybody.
            if list.allSatisfy(\.isWhitespace) { throw .wrong("--\(option): the list is empty; name identities, such as 1,3") }
            if let fault = fault(in: property, list) { throw .wrong("--\(option): \(fault)") }
            properties.append((property, list))
        }
        if properties.contains(where: { $0.name == "detector" && $0.value == "none" }), options.value("regions") == nil {
            throw .wrong("--detector none hides nothing by itself; name --regions, or choose fast or accurate")
        }
        let outputs: [String]
        let reports: [String?]
        do {
            outputs = try OutputName.outputs(for: options.arguments, option: options.value("output"))
            reports = try OutputName.reports(for: options.arguments, option: options.value("report"))
        } catch {
            throw .wrong(error.description)
        }
        for directory in [options.value("output"), options.value("report")].compactMap(\.self) where directory.hasSuffix("/") {
            OutputName.makeDirectory(directory)
        }
        Interrupt.onSignal {
            Terminal.say("guise: stopped; nothing was kept of the unfinished file")
            PendingFile.discardAllAndExit(130)
        }
        // Files of one size then need the networks made once.
        let networks = models(in: options.value("model-dir"))
        defer { withExtendedLifetime(networks) {} }
        var failures = 0
        for (index, input) in options.arguments.enumerated() {
            let output = outputs[index]
            var job = AnonymizationJob(input: input, output: output)
            job.report = reports[index]
            job.overwrite = options.flag("overwrite")
            job.keepLocation = options.flag("keep-location")
            job.encoding = encoding
            job.properties = properties
            let bar = ProgressBar(OutputName.base(of: input))
            do {
                let result = try await job.run { bar.show($0) }
                for note in result.notes { Terminal.say("guise: \(input): \(note)") }
                let rate = Double(result.frames) / max(0.001, bar.seconds)
                Terminal.say(
                    "\(input) → \(output): \(counted(result.frames, "frame")), \(counted(result.faces, "face")) \(fate(options)), \(decimal(bar.seconds)) s (\(decimal(rate)) fps)"
                )
            } catch {
                failures += 1
                Terminal.say("guise: cannot anonymise \(input): \(error)")
            }
        }
        if failures > 0, outputs.count > 1 {
            Terminal.say("guise: \(outputs.count - failures) of \(outputs.count) files anonymised, \(failures) failed")
        }
        return failures == 0 ? 0 : 1
    }

    /// What became of the faces.
    private static func fate(_ options: Options) -> String {
        if options.value("effects") == "none" { return "left bare" }
        if let kept = options.value("keep") { return "found, hidden but for \(kept)" }
        if let hidden = options.value("only") { return "found, hidden only \(hidden)" }
        return "hidden"
    }

    private static func encoding(from options: Options) throws(Options.Outcome) -> EncodingSettings {
        var encoding = EncodingSettings()
        if let text = options.value("quality") {
            guard let quality = Int(text), (0...51).contains(quality) else {
                throw .wrong("--quality takes 0 (best) to 51, not \(text)")
            }
            encoding.quality = quality
        }
        if let preset = options.value("preset") {
            guard EncodingSettings.presets.contains(preset) else {
                throw .wrong("--preset takes one of \(EncodingSettings.presets.joined(separator: ", ")), not \(preset)")
            }
            encoding.preset = preset
        }
        if let name = options.value("codec") {
            guard let codec = VideoCodec(rawValue: name), codec != .png else {
                throw .wrong(
                    "--codec takes one of \(VideoCodec.allCases.filter { $0 != .png }.map(\.rawValue).joined(separator: ", ")), not \(name)"
                )
            }
            encoding.codec = codec
        }
        return encoding
    }
}
