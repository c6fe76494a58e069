// GuisePlugin
