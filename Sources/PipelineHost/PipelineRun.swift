import GStreamer

/// A pipeline from a launch file that runs to its end.
public struct PipelineRun: Sendable {
    private let pipeline: Pipeline
    private let line: LaunchLine
    /// The names that GStreamer gave to the line's elements, with their lines.
    private let lineOfElement: [String: Int]

    public init(_ line: LaunchLine) throws(HostError) {
        self.line = line
        do {
            pipeline = try Pipeline(parsing: line.description)
        } catch {
            let text = "\(error)"
            let place = line.line(of: text).map { ", line \($0)" } ?? ""
            throw HostError("\(line.source)\(place): \(text)")
        }
        var open = line.mentions[...]
        var lines: [String: Int] = [:]
        for element in pipeline.elements {
            let factory = element.factory
            guard let index = open.firstIndex(where: { $0.factory == factory }) else { continue }
            lines[element.name] = open[index].line
            open.remove(at: index)
        }
        lineOfElement = lines
    }

    /// Has end of stream sent in at the sources: files get finished, and `run` returns.
    public func finish() {
        pipeline.postApplicationMessage("finish")
    }

    /// Runs until every sink has seen the end; where it fails, no file is left that nothing was written to.
    ///
    /// - Parameter warn: gets what elements warn of, one line each.
    public func run(warn: (String) -> Void) async throws(HostError) {
        let files = PipelineFiles(of: pipeline.elements)
        do throws(HostError) {
            try await play(files, warn: warn)
            pipeline.stop()
        } catch {
            pipeline.stop()
            files.removeEmpty()
            throw error
        }
    }

    private func play(_ files: PipelineFiles, warn: (String) -> Void) async throws(HostError) {
        // Now: a file that is written loses its contents as soon as the state changes.
        if let fault = files.fault { throw HostError("\(place(of: fault.element)): \(fault.reason)") }
        // A failure to start is on the bus too, with its reason.
        let started = (try? pipeline.setState(.playing)) != nil
        if !started { pipeline.postApplicationMessage("not-started") }
        // Sending holds the pipeline's state still and waits for its sources, and those may wait for a sink that waits for
        // the pipeline to play: what does not play yet is given a while to do so, and nobody waits for the sending itself.
        var (isPlaying, isFinishing, isSent) = (false, false, false)
        func send() {
            guard !isSent else { return }
            isSent = true
            Task.detached { [pipeline] in pipeline.sendEndOfStream() }
        }
        for await message in pipeline.bus {
            switch message.content {
            case .endOfStream: return
            case .error(let failure): throw HostError("\(place(of: message)): \(HostError.oneLine(failure))")
            case .warning(let failure): warn("\(place(of: message)): \(HostError.oneLine(failure))")
            case .latency: pipeline.recalculateLatency()
            case .clockLost:
                // The clock's element went away: going through PAUSED chooses another.
                try? pipeline.setState(.paused)
                try? pipeline.setState(.playing)
            case .stateChanged(_, let state) where message.source == pipeline.name:
                isPlaying = state == .playing
                if isPlaying, isFinishing { send() }
            case .application("finish"):
                isFinishing = true
                if isPlaying { send() } else { finishAnyway(in: .seconds(3)) }
            case .application("finish-anyway"): send()
            case .application("not-started"): throw HostError("\(line.source): the pipeline does not start")
            default: break
            }
        }
        throw HostError("\(line.source): the pipeline ended without a word")
    }

    /// A sink of the network may flow without its pipeline ever being said to play.
    private func finishAnyway(in time: Duration) {
        Task.detached { [pipeline] in
            try? await Task.sleep(for: time)
            pipeline.postApplicationMessage("finish-anyway")
        }
    }

    /// `file-mosaic, line 7, x264enc x264enc0`, for an element of the line or anything inside of one.
    private func place(of message: Message) -> String {
        message.element.flatMap(knownPlace) ?? "\(line.source), \(message.source)"
    }

    private func place(of element: Element) -> String { knownPlace(of: element) ?? "\(line.source), \(element.name)" }

    private func knownPlace(of element: Element) -> String? {
        var element: Element? = element
        while let current = element {
            let name = current.name
            if let number = lineOfElement[name] {
                let factory = current.factory
                return "\(line.source), line \(number), \(factory == name ? factory : "\(factory) \(name)")"
            }
            element = current.parent
        }
        return nil
    }
}
