import Glibc

Interrupt.start()
let status = await Program.run(Array(CommandLine.arguments.dropFirst()))
// Not exit(): a network that is still being compiled for a stream that has ended would lose the runtime under it.
fflush(nil)
_exit(status)
