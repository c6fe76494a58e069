import Foundation

/// A network camera for tests: an RTSP server on a free port of this machine that shows a portrait ten times a second.
public enum Camera {
    /// The server, built once for a test run; it prints its port and serves until it is killed.
    public static func program() throws -> String { try built.get() }

    /// Shell lines that start the server, leave its port in `$port` and stop it at the end.
    public static func start() throws -> String {
        """
        \(try program()) > port & camera=$!
        trap 'kill $camera' EXIT
        until [ -s port ]; do sleep 0.05; kill -0 $camera || exit 99; done
        port=$(< port)
        """
    }

    private static let built = Result<String, any Error> {
        let folder = TemporaryFolder.ofTheRun
        let source = """
            #include <stdio.h>
            #include <gst/rtsp-server/rtsp-server.h>
            int main (int count, char **words) {
              gst_init (&count, &words);
              GstRTSPServer *server = gst_rtsp_server_new ();
              GstRTSPMediaFactory *factory = gst_rtsp_media_factory_new ();
              gst_rtsp_media_factory_set_launch (factory,
                  "( multifilesrc location=\(Place.astronaut) loop=true caps=image/png,framerate=10/1 ! pngdec ! videoconvert "
                  "! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=10 ! rtph264pay name=pay0 pt=96 )");
              gst_rtsp_media_factory_set_shared (factory, TRUE);
              GstRTSPMountPoints *points = gst_rtsp_server_get_mount_points (server);
              gst_rtsp_mount_points_add_factory (points, "/street", factory);
              gst_rtsp_server_set_address (server, "127.0.0.1");
              gst_rtsp_server_set_service (server, "0");
              if (gst_rtsp_server_attach (server, NULL) == 0) return 1;
              g_print ("%d\\n", gst_rtsp_server_get_bound_port (server));
              fflush (stdout);
              g_main_loop_run (g_main_loop_new (NULL, FALSE));
            }
            """
        try Data(source.utf8).write(to: URL(filePath: folder.file("camera.c")))
        let result = try run(
            "bash", ["-c", "cc -w camera.c -o camera $(pkg-config --cflags --libs gstreamer-rtsp-server-1.0)"],
            folder: folder.path)
        guard result.status == 0 else { throw CommandFailure(text: "the RTSP server does not build: \(result.errors)") }
        return folder.file("camera")
    }
}
