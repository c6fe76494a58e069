import Glibc

Interrupt.start()
exit(await Program.run(Array(CommandLine.arguments.dropFirst())))
