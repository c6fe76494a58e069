import COpenVINO

#if canImport(Glibc)
    import Glibc
#endif

/// How exactly a network computes.
enum Precision: Sendable {
    /// As the processor does best: with 16-bit floats of 8 bits' precision where it has them, which halves the time and leaves the
    /// average precision on stills the same to 0.002.
    case automatic
    /// 32-bit floats on every machine.
    case full
}

/// A model file that was read and found to have the outputs that its decoder needs.
final class Model: Sendable {
    let path: String
    let outputNames: [String]

    /// Reads an ONNX file; `outputNames` are checked here, in the order in which they are decoded.
    init(path: String, outputNames: [String], expected: String) throws(InferenceError) {
        self.path = path
        self.outputNames = outputNames
        guard access(path, F_OK) == 0 else { throw .modelMissing(path: path) }
        let model = try Self.read(path)
        defer { ov_model_free(model) }
        for name in outputNames {
            var port: OpaquePointer?
            guard ov_model_const_output_by_name(model, name, &port) == OK else {
                throw .wrongModel(path: path, expected: expected)
            }
            ov_output_const_port_free(port)
        }
    }

    /// A graph of the caller's own, which it frees.
    private static func read(_ path: String) throws(InferenceError) -> OpaquePointer {
        guard access(path, R_OK) == 0 else { throw .modelUnreadable(path: path, reason: String(cString: strerror(errno))) }
        var model: OpaquePointer?
        let status = ov_core_read_model(try Runtime.shared.get().core, path, nil, &model)
        guard status == OK, let model else { throw .modelUnreadable(path: path, reason: lastReason(status)) }
        return model
    }

    /// Compiles the model for one input of `width` × `height`, with room for `streams` frames at once, a thread each.
    func compiled(width: Int, height: Int, streams: Int, precision: Precision) throws(InferenceError) -> Network {
        let core = try Runtime.shared.get().core
        // Read anew, in some 10 ms: a graph is changed by being shaped, and others may be shaping one at this moment.
        let model = try Self.read(path)
        defer { ov_model_free(model) }
        var dimensions = [1, 3, Int64(height), Int64(width)]
        var shape = ov_shape_t()
        try check("shaping \(path)", ov_shape_create(4, &dimensions, &shape))
        defer { ov_shape_free(&shape) }
        var partial = ov_partial_shape_t()
        try check("shaping \(path)", ov_shape_to_partial_shape(shape, &partial))
        defer { ov_partial_shape_free(&partial) }
        try check("shaping \(path) to \(width)x\(height)", ov_model_reshape_single_input(model, partial))

        var compiled: OpaquePointer?
        var properties = [
            ("INFERENCE_NUM_THREADS", "\(streams)"), ("NUM_STREAMS", "\(streams)"), ("ENABLE_CPU_PINNING", "NO"),
        ]
        if precision == .full { properties.append(("INFERENCE_PRECISION_HINT", "f32")) }
        let status = withCStrings(properties) { properties in
            ov_core_compile_model_props(core, model, "CPU", properties.count, properties.baseAddress, &compiled)
        }
        try check("compiling \(path) for \(width)x\(height)", status)
        guard let compiled else { throw .runtime(doing: "compiling \(path)", reason: "no network") }
        return Network(compiled: compiled, outputNames: outputNames, width: width, height: height)
    }

    /// Lends the properties as C strings that live through the call, as the runtime demands.
    private func withCStrings(
        _ pairs: [(String, String)], _ body: (UnsafeBufferPointer<ov_property_t>) -> ov_status_e
    ) -> ov_status_e {
        let copies = pairs.map { (strdup($0.0), strdup($0.1)) }
        defer {
            for copy in copies {
                free(copy.0)
                free(copy.1)
            }
        }
        return copies.map { ov_property_t(key: $0.0, value: $0.1) }.withUnsafeBufferPointer(body)
    }
}

/// A model compiled for one input size; any number of threads may make requests of it.
final class Network: @unchecked Sendable {  // proof: immutable, and OpenVINO's compiled models are thread-safe
    fileprivate let compiled: OpaquePointer
    let outputNames: [String]
    let width: Int
    let height: Int

    fileprivate init(compiled: OpaquePointer, outputNames: [String], width: Int, height: Int) {
        self.compiled = compiled
        self.outputNames = outputNames
        self.width = width
        self.height = height
    }

    deinit { ov_compiled_model_free(compiled) }

    func makeRequest() throws(InferenceError) -> Request { try Request(network: self) }
}

/// One thread's place to put an input [1,3,height,width] Float32 and to read the outputs.
final class Request {
    let network: Network
    private let request: OpaquePointer
    private let inputTensor: OpaquePointer
    /// The input's floats, planar; zero wherever nothing was written.
    let input: UnsafeMutableBufferPointer<Float>

    fileprivate init(network: Network) throws(InferenceError) {
        self.network = network
        var request: OpaquePointer?
        try check("making a request", ov_compiled_model_create_infer_request(network.compiled, &request))
        guard let request else { throw .runtime(doing: "making a request", reason: "none came") }
        self.request = request
        var tensor: OpaquePointer?
        var data: UnsafeMutableRawPointer?
        let status = ov_infer_request_get_input_tensor(request, &tensor)
        guard status == OK, let tensor, ov_tensor_data(tensor, &data) == OK, let data else {
            ov_infer_request_free(request)
            throw .runtime(doing: "making a request", reason: lastReason(status))
        }
        self.inputTensor = tensor
        let count = 3 * network.width * network.height
        input = UnsafeMutableBufferPointer(start: data.bindMemory(to: Float.self, capacity: count), count: count)
        input.update(repeating: 0)
    }

    deinit {
        ov_tensor_free(inputTensor)
        ov_infer_request_free(request)
    }

    /// Runs the network on what `input` holds.
    func run() throws(InferenceError) {
        try check("looking for faces", ov_infer_request_infer(request))
    }

    /// Lends the outputs of the last run, in the model's order of `outputNames`.
    func withOutputs<Result>(_ body: ([UnsafeBufferPointer<Float>]) throws -> Result) throws -> Result {
        var tensors: [OpaquePointer] = []
        var outputs: [UnsafeBufferPointer<Float>] = []
        defer { for tensor in tensors { ov_tensor_free(tensor) } }
        for name in network.outputNames {
            var tensor: OpaquePointer?
            try check("reading \(name)", ov_infer_request_get_tensor(request, name, &tensor))
            guard let tensor else { throw InferenceError.runtime(doing: "reading \(name)", reason: "no tensor") }
            tensors.append(tensor)
            var data: UnsafeMutableRawPointer?
            var count = 0
            try check("reading \(name)", ov_tensor_data(tensor, &data))
            try check("reading \(name)", ov_tensor_get_size(tensor, &count))
            guard let data else { throw InferenceError.runtime(doing: "reading \(name)", reason: "no data") }
            outputs.append(UnsafeBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: count))
        }
        return try body(outputs)
    }
}
