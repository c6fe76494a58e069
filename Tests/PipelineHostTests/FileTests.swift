import Glibc
import Testing

@testable import PipelineHost

@Suite struct FileTests {
    private func header(_ bytes: [UInt8]) -> FileHeader {
        FileHeader(size: UInt64(bytes.count)) { offset, count in Array(bytes.dropFirst(Int(offset)).prefix(count)) }
    }

    private func box(_ name: String, _ length: Int, body: Int? = nil) -> [UInt8] {
        [UInt8(length >> 24 & 255), UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255)] + Array(name.utf8)
            + Array(repeating: 0, count: body ?? length - 8)
    }

    @Test func addsUpMovieBoxes() {
        let whole = header(box("ftyp", 16) + box("moov", 24) + box("mdat", 100))
        #expect(whole.kind == .movie && whole.declaredSize == 140 && whole.hasIndex)
        let cut = header(box("ftyp", 16) + box("mdat", 1000, body: 50))
        #expect(cut.declaredSize == 1016 && !cut.hasIndex)
        let open = header(box("ftyp", 16) + box("moov", 16) + box("mdat", 0, body: 50))
        #expect(open.declaredSize == nil && open.hasIndex)
    }

    @Test func readsMatroskaSizes() {
        let start: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x83, 1, 2, 3, 0x18, 0x53, 0x80, 0x67]
        let known = header(start + [0x41, 0x00] + Array(repeating: 0, count: 40))
        #expect(known.kind == .matroska && known.declaredSize == 14 + 256)
        let unknown = header(start + [0x01, 255, 255, 255, 255, 255, 255, 255] + Array(repeating: 0, count: 40))
        #expect(unknown.kind == .matroska && unknown.declaredSize == nil)
    }

    @Test func readsAVISizes() {
        let head = Array("RIFF".utf8) + [100, 0, 0, 0] + Array("AVI ".utf8)
        #expect(header(head).declaredSize == 108)
        #expect(header(Array("RIFF".utf8) + [0, 0, 0, 0] + Array("AVI ".utf8)).declaredSize == nil)
        #expect(header(Array("plain text".utf8)).kind == .other)
    }

    @Test func aFileGetsItsNameOnlyWhenItIsComplete() throws {
        var pattern = Array("/tmp/guise-test-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&pattern).map { String(cString: $0) })
        let path = folder + "/out.mp4"
        do {
            let file = try PendingFile(path, overwrite: false)
            #expect(access(path, F_OK) != 0)
            #expect(access(file.temporaryPath, F_OK) == 0)
        }
        let dropped = try PendingFile(path, overwrite: false)
        let temporary = dropped.temporaryPath
        dropped.discard()
        #expect(access(temporary, F_OK) != 0)
        let kept = try PendingFile(path, overwrite: false)
        try kept.commit()
        #expect(access(path, F_OK) == 0)
        #expect(throws: HostError.self) { try PendingFile(path, overwrite: false) }
        #expect(throws: HostError.self) { try PendingFile(folder, overwrite: true) }
        #expect(throws: HostError.self) { try PendingFile(folder + "/no/out.mp4", overwrite: true) }
        unlink(path)
        #expect(rmdir(folder) == 0, "temporary files were left")
    }

    @Test func unescapesOnlyWhatWasEscaped() {
        func plain(_ text: String) -> String? {
            PlainText.unescaped(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(plain("Tom &amp; &lt;Jerry&gt;") == "Tom & <Jerry>")
        #expect(plain("<i>Tom &amp; Jerry</i>") == nil)
        #expect(plain("plain") == nil)
        #expect(plain("&amp;lt;") == "&lt;")
    }
}
