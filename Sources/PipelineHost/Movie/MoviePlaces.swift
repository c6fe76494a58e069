extension MovieBox {
    /// What a movie's index says about where it was filmed, as boxes of its user data.
    ///
    /// Phones of Apple note it under a key in `moov/meta`, ffmpeg the same in `moov/udta/meta`; that becomes `©xyz`, which every player reads.
    var places: [MovieBox] {
        let notes = MovieBox.boxes(in: (self["udta"]?.payload ?? [])[...]) ?? []
        let places = notes.filter { $0.type == "©xyz" || $0.type == "loci" }
        let metas = [self["meta"]] + notes.filter { $0.type == "meta" }
        guard places.isEmpty,
            let text = metas.lazy.compactMap({ $0?.keyedValue("com.apple.quicktime.location.ISO6709") }).first
        else { return places }
        // The text's length, and English as its language.
        var payload: [UInt8] = []
        payload.append(integer: UInt64(text.count), bytes: 2)
        payload.append(integer: 0x15C7, bytes: 2)
        return [MovieBox("©xyz", payload: payload + text)]
    }

    /// The value under a key of a `meta` box: `keys` has the names, and `ilst` a box for each, named by its number.
    private func keyedValue(_ name: String) -> [UInt8]? {
        // MP4 has four zero bytes before the first box, QuickTime has none.
        guard let parts = MovieBox.boxes(in: payload.dropFirst(payload.integer(at: 0, bytes: 4) == 0 ? 4 : 0)),
            let keys = parts.first(where: { $0.type == "keys" })?.payload,
            let items = parts.first(where: { $0.type == "ilst" })?.payload, keys.count >= 8
        else { return nil }
        let names = MovieBox.boxes(in: keys.dropFirst(8)) ?? []
        guard let index = names.firstIndex(where: { $0.payload.elementsEqual(name.utf8) }) else { return nil }
        var number: [UInt8] = []
        number.append(integer: UInt64(index + 1), bytes: 4)
        guard let item = MovieBox.boxes(in: items[...])?.first(where: { $0.type == MovieBox.name(number[...]) }),
            let data = MovieBox.boxes(in: item.payload[...])?.first(where: { $0.type == "data" })?.payload,
            // Kind 1 is UTF-8; a language follows it.
            data.integer(at: 0, bytes: 4) == 1, (9..<264).contains(data.count)
        else { return nil }
        return Array(data.dropFirst(8))
    }
}
