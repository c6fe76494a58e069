/// An RTSP server in a process of its own, on a free port of the loopback.
public struct RTSPServer: Sendable {
    public let service: Service
    public let port: Int
    private let folder: TemporaryFolder

    /// - Parameter mounts: what is at each path: a launch line, or `record` and a launch line that gets what clients send.
    public init(_ mounts: [(path: String, line: String)]) throws {
        folder = try TemporaryFolder()
        let made = try run(
            "bash",
            [
                "-c",
                "clang -x c -o server - $(pkg-config --cflags --libs gstreamer-rtsp-server-1.0) <<'END'\n\(RTSPServer.program)\nEND",
            ], folder: folder.path)
        guard made.status == 0 else { throw CommandFailure(text: made.errors) }
        let words = mounts.map { "\($0.path) '\($0.line)'" }.joined(separator: " ")
        service = try Service("\(folder.file("server")) \(words)")
        guard let line = service.nextLine(), let port = Int(line) else {
            throw CommandFailure(text: try service.wait().errors)
        }
        self.port = port
    }

    public func url(_ path: String) -> String { "rtsp://127.0.0.1:\(port)\(path)" }

    /// Prints its port, and then `playing PATH` and `recording PATH` as clients begin.
    private static let program = """
        #include <gst/rtsp-server/rtsp-server.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static void play_requested(GstRTSPClient *client, GstRTSPContext *context, gpointer nothing) {
            g_print("playing %s\\n", context->uri->abspath);
        }

        static void record_requested(GstRTSPClient *client, GstRTSPContext *context, gpointer nothing) {
            g_print("recording %s\\n", context->uri->abspath);
        }

        static void connected(GstRTSPServer *server, GstRTSPClient *client, gpointer nothing) {
            g_signal_connect(client, "play-request", G_CALLBACK(play_requested), NULL);
            g_signal_connect(client, "record-request", G_CALLBACK(record_requested), NULL);
        }

        int main(int count, char **words) {
            gst_init(&count, &words);
            /* Whatever becomes of the test. */
            alarm(180);
            GstRTSPServer *server = gst_rtsp_server_new();
            GstRTSPMountPoints *mounts = gst_rtsp_server_get_mount_points(server);
            for (int index = 1; index + 1 < count; index += 2) {
                const char *line = words[index + 1];
                GstRTSPMediaFactory *factory = gst_rtsp_media_factory_new();
                if (g_str_has_prefix(line, "record ")) {
                    line += strlen("record ");
                    gst_rtsp_media_factory_set_transport_mode(factory, GST_RTSP_TRANSPORT_MODE_RECORD);
                }
                gst_rtsp_media_factory_set_launch(factory, line);
                gst_rtsp_media_factory_set_shared(factory, TRUE);
                gst_rtsp_mount_points_add_factory(mounts, words[index], factory);
            }
            /* A client that waits for pictures must not hold up the one that sends them. */
            gst_rtsp_thread_pool_set_max_threads(gst_rtsp_server_get_thread_pool(server), -1);
            g_signal_connect(server, "client-connected", G_CALLBACK(connected), NULL);
            gst_rtsp_server_set_address(server, "127.0.0.1");
            gst_rtsp_server_set_service(server, "0");
            if (gst_rtsp_server_attach(server, NULL) == 0) return EXIT_FAILURE;
            g_print("%d\\n", gst_rtsp_server_get_bound_port(server));
            g_main_loop_run(g_main_loop_new(NULL, FALSE));
        }
        """
}
