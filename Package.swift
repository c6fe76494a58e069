// swift-tools-version: 6.2
import PackageDescription

/// Where `scripts/setup` unpacks what is not in Debian: OpenVINO, models, test pictures.
let deps = Context.packageDirectory + "/.deps"

let swiftSettings: [SwiftSetting] = [
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(["-Xcc", "-I\(deps)/openvino/include"]),
]

/// The stage laid out by `scripts/build` is an install prefix: bin/, lib/gstreamer-1.0/, lib/guise/.
let programLinks: [LinkerSetting] = [
    .unsafeFlags(["-L\(deps)/openvino/lib", "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../lib/guise"])
]
let pluginLinks: [LinkerSetting] = [
    .unsafeFlags(["-L\(deps)/openvino/lib", "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../guise"])
]
let testLinks: [LinkerSetting] = [
    .unsafeFlags(["-L\(deps)/openvino/lib", "-Xlinker", "-rpath", "-Xlinker", "\(deps)/openvino/lib"])
]

let package = Package(
    name: "Guise",
    products: [
        .library(name: "GStreamer", targets: ["GStreamer"]),
        .library(name: "Faces", targets: ["Faces"]),
        .library(name: "gstguise", type: .dynamic, targets: ["GuisePlugin"]),
        .executable(name: "guise", targets: ["guise"]),
        .executable(name: "guise-bench", targets: ["guise-bench"]),
    ],
    targets: [
        .systemLibrary(
            name: "CGStreamer", pkgConfig: "gstreamer-video-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev", "libglib2.0-dev"])]),
        .systemLibrary(name: "COpenVINO"),
        .systemLibrary(name: "CYUV", providers: [.apt(["libyuv-dev"])]),
        .target(name: "CGStreamerShims", dependencies: ["CGStreamer"]),

        // Square roots become calls to the C maths library, which nothing else links in a program of Faces alone.
        .target(name: "Faces", swiftSettings: swiftSettings, linkerSettings: [.linkedLibrary("m")]),
        .target(name: "GStreamer", dependencies: ["CGStreamer", "CGStreamerShims"], swiftSettings: swiftSettings),
        .target(name: "FaceInference", dependencies: ["Faces", "COpenVINO", "CYUV"], swiftSettings: swiftSettings),
        .target(
            name: "GuiseElement",
            dependencies: ["Faces", "FaceInference", "GStreamer", "CGStreamer", "CGStreamerShims"],
            swiftSettings: swiftSettings),
        .target(
            name: "GuisePlugin", dependencies: ["GuiseElement", "CGStreamer", "CGStreamerShims"],
            swiftSettings: swiftSettings, linkerSettings: pluginLinks),
        .target(
            name: "PipelineHost", dependencies: ["GuiseElement", "FaceInference", "GStreamer", "Faces"], swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "guise", dependencies: ["PipelineHost", "GuiseElement", "FaceInference", "GStreamer"],
            swiftSettings: swiftSettings, linkerSettings: programLinks),
        .executableTarget(
            name: "guise-bench", dependencies: ["Faces", "FaceInference"], swiftSettings: swiftSettings, linkerSettings: testLinks
        ),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
        .testTarget(
            name: "FacesTests", dependencies: ["Faces", "TestSupport"], swiftSettings: swiftSettings, linkerSettings: testLinks),
        .testTarget(
            name: "GStreamerTests", dependencies: ["GStreamer", "TestSupport"], swiftSettings: swiftSettings,
            linkerSettings: testLinks),
        .testTarget(
            name: "FaceInferenceTests", dependencies: ["FaceInference", "Faces", "TestSupport"], swiftSettings: swiftSettings,
            linkerSettings: testLinks),
        .testTarget(
            name: "GuiseElementTests",
            dependencies: [
                "GuiseElement", "GStreamer", "Faces", "FaceInference", "CGStreamer", "CGStreamerShims", "TestSupport",
            ],
            swiftSettings: swiftSettings,
            linkerSettings: testLinks),
        .testTarget(
            name: "PipelineHostTests", dependencies: ["PipelineHost", "GuiseElement", "GStreamer", "Faces", "TestSupport"],
            swiftSettings: swiftSettings,
            linkerSettings: testLinks),
        .testTarget(
            name: "EndToEndTests", dependencies: ["TestSupport"], swiftSettings: swiftSettings, linkerSettings: testLinks),
    ],
    swiftLanguageModes: [.v6]
)
