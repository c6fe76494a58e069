import Foundation
import TestSupport
import Testing

/// `guise run`: pipeline files, their variables, their errors, and how they end.
struct RunTests {
    @Test func playsALiteralLine() throws {
        let result = try Stage.shell(
            "guise run 'videotestsrc num-buffers=30 ! video/x-raw,width=320,height=240 ! guise ! fakesink'")
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
    }

    @Test(arguments: ["file-mosaic", "file-eyes"])
    func playsItsPipelinesOnAFile(name: String) throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell(
            "guise run \(name) input=\(Clip.mp4.path()) output=out.mp4 preset=ultrafast", folder: folder.path)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try Probe(folder.file("out.mp4")).frameTimes() == Probe(Clip.mp4.path()).frameTimes())
        guard name == "file-mosaic" else { return }
        try expectHidden(in: folder.file("out.mp4"), of: Clip.mp4.path(), every: 15)
    }

    @Test func takesValuesThatOthersStumbleOver() throws {
        let folder = try TemporaryFolder()
        for name in ["a b.mp4", "it's \"quoted\" ! fakesink.mp4", "back\\slash ${x}.mp4", "# größe, 100%.mp4"] {
            try FileManager.default.copyItem(atPath: Clip.mp4.path(), toPath: folder.file(name))
            let result = try Stage.shell(
                #"guise run file-mosaic input="$NAME" output="out of $NAME" preset=ultrafast"#, folder: folder.path,
                environment: ["NAME": name])
            #expect(result.status == 0, "\(name): \(result.errors)")
            #expect(try Probe(folder.file("out of \(name)")).frameCount() == 30)
        }
    }

    @Test func fillsInDefaultsAndWhatIsGiven() throws {
        let folder = try TemporaryFolder()
        let text = """
            # Writes some frames.
            videotestsrc num-buffers=${count:-3}   # of these
            ! video/x-raw,
              format=GRAY8,width=${width:-4},height=2 !
            filesink location=${output:?where they go}
            """
        try Data(text.utf8).write(to: URL(filePath: folder.file("frames")))
        for (values, size) in [("", 24), ("count=5", 40), ("width=8 count=1", 16)] {
            let result = try Stage.shell("guise run ./frames output=raw \(values)", folder: folder.path)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            #expect(FileManager.default.contents(atPath: folder.file("raw"))?.count == size)
        }
    }

    @Test(arguments: [
        ("file-mosaic", 2, ["input", "the video to read"]),
        ("file-mosaic input=a.mp4", 2, ["file-mosaic, line ", "output", "the MP4 file to write"]),
        ("file-mosaic input=a.mp4 output=b.mp4 colour=red", 2, ["colour", "detector", "quality"]),
        ("file-mosaic input", 2, ["NAME=VALUE"]),
        ("file-mosaic input=missing.mp4 output=b.mp4", 1, ["file-mosaic, line ", "filesrc", "missing.mp4"]),
        ("file-mosaic input=/etc/passwd output=b.mp4 scale=abc", 1, ["file-mosaic, line ", "guise", "scale"]),
        ("rtsp-to-file url=rtsp://127.0.0.1:9/x output=b.mkv", 1, ["rtsp-to-file, line ", "rtspsrc", "onnect"]),
        ("no-such-file", 1, ["no-such-file", "file-mosaic", "camera-eyes"]),
        ("'videotestsrc ! gise ! fakesink'", 1, ["line 1", "gise"]),
        ("'videotestsrc ! guise wobble=3 ! fakesink'", 1, ["line 1", "wobble", "guise"]),
        ("'videotestsrc ! guise effects=sparkles ! fakesink'", 1, ["line 1", "guise", "sparkles"]),
        ("'videotestsrc ! \"'", 1, ["line 1"]),
    ])
    func saysWhatIsWrongAndWhere(call: String, status: Int32, words: [String]) throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise run \(call)", folder: folder.path, limit: 60)
        expectRefusal(result, status: status)
        for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
        #expect(try contents(of: folder).isEmpty)
    }

    @Test(arguments: [
        ("videotestsrc\n\n! nosuchthing # here\n! fakesink", 3), ("videotestsrc ! fakesink\n  name=${name", 2),
        ("videotestsrc\n! filesink\n  location=/nonexistent/x", 2), ("fakesrc num-buffers=1\n!\nfakesink\nwobble=1", 4),
    ])
    func countsLinesAsAnEditorDoes(text: String, line: Int) throws {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(filePath: folder.file("wrong")))
        let result = try Stage.shell("guise run ./wrong", folder: folder.path)
        expectRefusal(result)
        #expect(result.errors.contains("wrong, line \(line)"), "\(result.errors)")
    }

    @Test func finishesTheFileOnAnInterrupt() throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell(
            """
            guise run 'videotestsrc is-live=true ! video/x-raw,width=320,height=240 ! guise
                ! x264enc tune=zerolatency ! mp4mux ! filesink location=out.mp4 buffer-mode=unbuffered' & job=$!
            until [ "$(stat -c %s out.mp4 2>&- || echo 0)" -ge 20000 ]; do sleep 0.05; kill -0 $job || exit 99; done
            kill -INT $job; wait $job
            """, folder: folder.path, limit: 90)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Probe(folder.file("out.mp4")).frameCount() > 1)
    }

    @Test func endsOnAnInterruptAtAnyMoment() throws {
        let folder = try TemporaryFolder()
        // With job control, or a shell's jobs begin deaf to Ctrl-C.
        let result = try Stage.shell(
            """
            set -m
            for delay in 0 0.03 0.06 0.09 0.12 0.15 0.18 0.21 0.24 0.3; do
                guise run 'videotestsrc is-live=true ! guise ! fakesink' 2> errors & job=$!
                sleep $delay; kill -INT $job; wait $job; status=$?
                [ $status = 0 ] || [ $status = 130 ] || { cat errors >&2; exit 1; }
            done
            """, folder: folder.path, limit: 60)
        #expect(result.status == 0, "\(result)")
        #expect(try contents(of: folder) == ["errors"])
    }
}
