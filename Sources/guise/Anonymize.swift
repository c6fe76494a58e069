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

                Exit status: 0 when every file is done, 1 when one failed, 2 for wrong options, 130 after Ctrl-C.

                """)
        options.addValue(
            "output", letter: "o", "OUTPUT|DIR", "where the result goes; DIR/ for several inputs [beside the input]")
        options.addFlag("overwrite", "replace a result that exists")
        options.addFlag("keep-location", "keep where it was filmed; left out otherwise")
        options.addValue("quality", "0…51", "quality on x264's scale, 0 is best [18]")
        options.addValue("preset", "NAME", "how much time the encoder takes, ultrafast … placebo [veryfast]")
        options.addValue("codec", "NAME", "h264, h265, vp8, vp9, av1, mjpeg, mpeg4, prores, theora [the input's]")
        ElementOptions.add(to: options)
        return options
    }

    static func run(_ words: [String]) async throws(Options.Outcome) -> Int32 {
        let options = options()
        try options.parse(words)
        guard !options.arguments.isEmpty else { throw .wrong("which file? name at least one INPUT") }
        let encoding = try encoding(from: options)
        let properties = try ElementOptions.properties(from: options)
        if properties.contains(where: { $0.name == "detector" && $0.value == "none" }), options.value("regions") == nil {
            throw .wrong("--detector none hides nothing by itself; name --regions, or choose fast or accurate")
        }
        let outputs: [String]
        do {
            outputs = try OutputName.outputs(for: options.arguments, option: options.value("output"))
        } catch {
            throw .wrong(error.description)
        }
        if let output = options.value("output"), output.hasSuffix("/") { OutputName.makeDirectory(output) }
        Interrupt.onSignal {
            Terminal.say("guise: stopped; nothing was kept of the unfinished file")
            PendingFile.discardAllAndExit(130)
        }
        // Files of one size then need the networks made once.
        let networks = models(in: options.value("model-dir"))
        defer { withExtendedLifetime(networks) {} }
        var failures = 0
        for (input, output) in zip(options.arguments, outputs) {
            var job = AnonymizationJob(input: input, output: output)
            job.overwrite = options.flag("overwrite")
            job.keepLocation = options.flag("keep-location")
            job.encoding = encoding
            job.properties = properties
            let bar = ProgressBar(OutputName.base(of: input))
            do {
                let result = try await job.run { bar.show($0) }
                for note in result.notes { Terminal.say("guise: \(input): \(note)") }
                let fate = options.value("effects") == "none" ? "left bare" : "hidden"
                let rate = Double(result.frames) / max(0.001, bar.seconds)
                Terminal.say(
                    "\(input) → \(output): \(counted(result.frames, "frame")), \(counted(result.faces, "face")) \(fate), \(decimal(bar.seconds)) s (\(decimal(rate)) fps)"
                )
            } catch {
                failures += 1
                Terminal.say("guise: cannot anonymise \(input): \(error)")
            }
        }
        if failures > 0, outputs.count > 1 {
            Terminal.say("guise: \(outputs.count - failures) of \(counted(outputs.count, "file")) anonymised, \(failures) failed")
        }
        return failures == 0 ? 0 : 1
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
