// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// What share links keep to themselves.
@Suite(.overEachWorld) struct SharedPrivacyTests {
  /// A picture that says where it was taken and by which camera, in EXIF and in XMP.
  private struct Located {
    /// 24.69134 minutes, as EXIF has them.
    static let minutes: [UInt8] = .big32(1_234_567) + .big32(50_000)
    static let place = "ASCII\0\0\0dogpark-3"
    static let serialNumber = "SN-4711-77"

    let bytes: [UInt8]
    /// What must not be told.
    let secrets: [[UInt8]]

    init(_ comment: String) {
      let exif = Self.exif
      let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,24.69134N" \
        exif:GPSLongitude="13,24.69134E"/></rdf:RDF></x:xmpmeta>
        """
      bytes =
        SampleJPEG(segments: [
          (0xE1, .text("Exif\0\0") + exif), (0xE1, .text("http://ns.adobe.com/xap/1.0/\0") + Array(packet.utf8)),
          (0xFE, .text(comment)),
        ]).bytes
      secrets = [
        Self.minutes, .text("dogpark"), .text(Self.serialNumber), .text("24.69"), .text("GPSLatitude"),
        .text("xmpmeta"),
      ]
    }

    /// EXIF with a directory for the place, and one with the serial number of the camera.
    private static var exif: [UInt8] {
      func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
        joined(.big16(tag), .big16(type), .big32(count), value)
      }
      let text = [UInt8].text(place)
      let number = [UInt8].text(serialNumber) + [0]
      // The main directory ends at 38, the second one at 56, and that of the place at 122.
      let main = joined(.big16(2), entry(0x8769, 4, 1, .big32(38)), entry(0x8825, 4, 1, .big32(56)), .big32(0))
      let camera = joined(.big16(1), entry(0xA431, 2, number.count, .big32(122)), .big32(0))
      let values = 122 + number.count
      let gps = joined(
        .big16(5), entry(1, 2, 2, .text("N\0\0\0")), entry(2, 5, 3, .big32(values)), entry(3, 2, 2, .text("E\0\0\0")),
        entry(4, 5, 3, .big32(values + 24)), entry(0x1B, 7, text.count, .big32(values + 48)), .big32(0))
      let degrees = { (degrees: Int) in joined(.big32(degrees), .big32(1), minutes, .big32(0), .big32(1)) }
      return joined(
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8], main, camera, gps, number, degrees(52), degrees(13), text)
    }
  }

  private static let downloads = #""allows":["download"]"#

  /// Everything that a link sends about a photo.
  private static func responses(_ holder: LinkHolder, _ photo: String) throws -> [ClientResponse] {
    var targets = holder.targets(photo) + ["\(holder.path)/photos?limit=1", "\(holder.path)/archive"]
    targets += LinkHolder.places(of: photo).map { "\(holder.path)\($0)?download" }
    return try targets.flatMap { target in
      try [
        holder.client.get(target), holder.client.head(target), holder.client.get(target, ["If-None-Match": "*"]),
        holder.client.get(target, ["Range": "bytes=0-1,20-200000"]), holder.client.get(target, ["Range": "bytes=-90"]),
      ]
    }
  }

  private static func expectNone(of secrets: [[UInt8]], in responses: [ClientResponse]) {
    for response in responses {
      let fields = response.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      for secret in secrets {
        #expect(response.body.firstRange(of: secret) == nil, "\(secret) in: \(response.text.prefix(900))")
        #expect(Array(fields.utf8).firstRange(of: secret) == nil, "\(secret) in: \(fields)")
      }
    }
  }

  // MARK: Places

  @Test(.overEachProtocol) func `without location nothing tells of places, serial numbers, file names or the original`()
    async throws
  {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let picture = Located("first")
      let added = try ada.add(picture.bytes, "?fileName=Secret%20Street%207.jpg&visibility=private")
      let (photo, digest) = (try #require(added["id"].text), try #require(added["digest"].text))
      let annotations = try ada.get("/v1/photos/\(photo)?annotations").member("annotations")
      #expect(annotations?["location"]?["latitude"] != nil && annotations?["camera"]?["serialNumber"] != nil)
      let album = try ada.makeAlbum()
      _ = try ada.addToAlbum(album, photo)
      let secrets = picture.secrets + [Array("Secret".utf8), Array(digest.utf8), Array(digest.dropFirst(7).utf8)]
      for holder in [
        try LinkHolder(service, ada, album: album, Self.downloads),
        try LinkHolder(service, ada, photo: photo, Self.downloads),
      ] {
        // The service remembers the original, as its owner has just fetched it.
        #expect(try ada.get("/v1/photos/\(photo)/original").body == picture.bytes)
        let responses = try Self.responses(holder, photo)
        #expect(responses.count { $0.status == 200 } > 20 && responses.contains { $0.status == 206 })
        Self.expectNone(of: secrets, in: responses)
        let original = try holder.get("/photos/\(photo)/original")
        #expect(try holder.get("/photos/\(photo)/variants/shareable").body == original.body)
        #expect(try holder.get("/photos/\(photo)/original?download")["Content-Disposition"]?.contains(photo) == true)
        // Who has the file learns by no condition that it is this one.
        let guess: KeyValuePairs = ["If-None-Match": "\"\(digest)\""]
        #expect(try holder.get("/photos/\(photo)/original", guess).status == 200)
        #expect(try holder.get("/photos/\(photo)/original", ["If-Match": "\"\(digest)\""]).status == 412)
      }
    }
  }

  @Test(.overEachProtocol) func `with location originals are as they were, and file names are told`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let picture = Located("second")
      let photo = try #require(try ada.add(picture.bytes, "?fileName=street.jpg&visibility=private")["id"].text)
      let holder = try LinkHolder(service, ada, photo: photo, #"\#(Self.downloads),"location":true"#)
      #expect(try holder.get("/photos/\(photo)/original").body == picture.bytes)
      #expect(try holder.get("/photos").member("items")[0]["fileName"] == "street.jpg")
      let named = try holder.get("/photos/\(photo)/original?download")["Content-Disposition"]
      #expect(named == "attachment; filename=\"street.jpg\"")
      // The copies are still without.
      for place in LinkHolder.places(of: photo).dropFirst() {
        Self.expectNone(of: picture.secrets, in: [try holder.get(place)])
      }
      #expect(try ada.send("PATCH", "/v1/links/\(holder.id)", json: #"{"location":false}"#).status == 200)
      Self.expectNone(of: picture.secrets + [Array("street".utf8)], in: try Self.responses(holder, photo))
    }
  }

  @Test(.overEachProtocol) func `a link shows no place, name or file of a contributor, whatever its owner says`()
    async throws
  {
    try await withService(pictures: ScriptedTransformer()) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let album = try ada.makeAlbum()
      #expect(try ada.put("/v1/albums/\(album)/contributors/bob").status < 300)
      let picture = Located("third")
      let added = try bob.add(picture.bytes, "?fileName=Secret.jpg")
      let (photo, digest) = (try #require(added["id"].text), try #require(added["digest"].text))
      #expect(try bob.addToAlbum(album, photo).status < 300)
      let holder = try LinkHolder(service, ada, album: album, #"\#(Self.downloads),"location":true"#)
      #expect(try holder.get("/photos").member("items")[0]["owner"] == "bob")
      let secrets = picture.secrets + [Array("Secret".utf8), Array(digest.utf8)]
      Self.expectNone(of: secrets, in: try Self.responses(holder, photo))
      for place in LinkHolder.places(of: photo) { #expect(try holder.get(place).status == 200, "\(place)") }
      // What its owner hides from the album's is not the album's owner's to show, from the next request on.
      #expect(try bob.send("PATCH", "/v1/photos/\(photo)", json: #"{"visibility":"private"}"#).status == 200)
      for place in LinkHolder.places(of: photo) { #expect(try holder.get(place).problem == "not-found", "\(place)") }
      #expect(
        try holder.photos() == [] && holder.get().member("photoCount") == 0 && holder.get().member("cover") == nil)
      #expect(try !holder.client.get(holder.page).text.contains(photo))
      // A link of the contributor's own says what the contributor says.
      let own = try LinkHolder(service, bob, photo: photo, #"\#(Self.downloads),"location":true"#)
      #expect(try own.get("/photos/\(photo)/original").body == picture.bytes)
    }
  }

  // MARK: Probes

  @Test func `of ten thousand addresses that a holder makes up, those answer that the link shows`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, _) = try ada.makeAlbum(photoCount: 0, "private")
      let photos = try (0..<6).map { _ in try ada.addPhoto("?visibility=private") }
      let shown = [photos[1], photos[4]]
      for photo in shown { _ = try ada.addToAlbum(album, photo) }
      let (foreign, otherAlbum) = (try bob.addPhoto("?visibility=private"), try ada.makeAlbum("Rex", "private"))
      _ = try ada.addToAlbum(otherAlbum, photos[0])
      let holder = try LinkHolder(service, ada, album: album)
      let locked = try LinkHolder(service, ada, album: otherAlbum, #""password":"walkies""#)
      let allowed = Set(
        ["", "/photos"].map { holder.path + $0 } + [holder.page]
          + shown.flatMap { id in ["thumb", "grid", "preview"].map { "\(holder.path)/photos/\(id)/variants/\($0)" } })
      // A locked link says that it is one.
      let lockedTargets = [locked.path, locked.page]
      for target in allowed { #expect(try holder.client.get(target).status == 200, "\(target)") }
      var probes = Probes(
        holder: holder, ids: photos + [foreign, album, otherAlbum, holder.id, locked.id], otherToken: locked.token)
      var answered: Set<String> = []
      var statuses: [Int: Int] = [:]
      let hidden = (photos + [foreign]).filter { !shown.contains($0) }
      for _ in 0..<10_000 {
        let target = probes.next()
        let response = try holder.client.get(target)
        statuses[response.status, default: 0] += 1
        if response.status < 400 {
          answered.insert(target.hasPrefix("/s/") ? String(target.prefix { $0 != "?" }) : target)
        }
        for id in hidden where !target.contains(id) {
          guard response.text.contains(id) else { continue }
          Issue.record("\(target) tells of \(id)")
        }
      }
      let others = answered.subtracting(allowed)
      #expect(others.isSubset(of: lockedTargets), "\(others)")
      #expect(answered.count >= 5 && (statuses[404] ?? 0) > 5_000, "\(statuses)")
      #expect(Set(statuses.keys).isSubset(of: [200, 400, 401, 403, 404, 405]), "\(statuses)")
    }
  }

  @Test func `of a thousand writes that a guest makes up, none changes what the link does not show`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, shown) = try ada.makeAlbum(photoCount: 2, "private")
      let (otherAlbum, hidden) = try ada.makeAlbum(photoCount: 2, "private")
      let foreign = try bob.addPhoto()
      let holder = try LinkHolder(service, ada, album: album, #""allows":["like","add"]"#)
      let locked = try LinkHolder(service, ada, album: otherAlbum, #""password":"walkies","allows":["like","add"]"#)
      let guest = try Guest(holder)
      var probes = Probes(
        holder: holder, ids: shown + hidden + [foreign, album, otherAlbum, holder.id, locked.id],
        otherToken: locked.token)
      let likes = Set(shown.map { "\(holder.path)/photos/\($0)/like" })
      for number in 0..<1_000 {
        let (method, target) = probes.nextWrite()
        let fields: KeyValuePairs = ["Woof-Link-Guest": guest.key]
        let response = try holder.client.send(
          method, target, fields, extra: [("Content-Type", "image/jpeg")], body: [1])
        if response.status < 400 { #expect(likes.contains(target), "\(number): \(method) \(target)") }
      }
      #expect(try ada.albumPhotos(album) == shown && ada.albumPhotos(otherAlbum) == hidden)
      #expect(try Set(ada.ids("/v1/me/photos")) == Set(shown + hidden) && bob.ids("/v1/me/photos") == [foreign])
      for id in shown + hidden + [foreign] { #expect(try ada.get("/v1/photos/\(id)").member("favouriteCount") == 0) }
      #expect(
        try ada.ids("/v1/links/\(locked.id)/likes") == [] && ada.get("/v1/links").member("items").items.count == 2)
    }
  }

  /// Addresses that somebody tries who holds one link.
  private struct Probes {
    let holder: LinkHolder
    let ids: [String]
    /// The secret of a link that is locked.
    let otherToken: String
    private var generator = SeededGenerator(seed: 4711)

    init(holder: LinkHolder, ids: [String], otherToken: String) {
      (self.holder, self.ids, self.otherToken) = (holder, ids, otherToken)
    }

    mutating func next() -> String {
      let (token, id) = (self.token(), self.id())
      let paths = [
        "/v1/shared/\(token)/photos/\(id)/original", "/v1/shared/\(token)/photos/\(id)/variants/\(variant())",
        "/v1/shared/\(token)/photos/\(id)\(rest())", "/v1/shared/\(token)\(rest())", "/v1/shared/\(token)/photos",
        "/v1/shared/\(token)", "/s/\(token)\(generator.below(9) == 0 ? rest() : "")", "/v1/photos/\(id)\(rest())",
        "/v1/photos/\(id)/original", "/v1/photos/\(id)/variants/\(variant())", "/v1/albums/\(id)",
        "/v1/albums/\(id)/photos", "/photos/\(id)", "/v1/shared/\(token)/photos?after=\(id)",
        "/v1/shared/\(token)/photos/\(id)/original?download", "/v1/shared/\(token)/photos/\(id)?annotations",
      ]
      return paths[generator.below(paths.count)]
    }

    /// A request that would change something.
    mutating func nextWrite() -> (method: String, target: String) {
      let (token, id) = (self.token(), self.id())
      let paths = [
        "/v1/shared/\(token)/photos/\(id)/like", "/v1/shared/\(token)/photos/\(id)", "/v1/shared/\(token)/photos",
        "/v1/shared/\(token)/photos?album=\(id)", "/v1/shared/\(token)/photos/\(id)/favourite",
        "/v1/photos/\(id)/favourite", "/v1/photos/\(id)", "/v1/albums/\(id)/photos/\(self.id())", "/v1/links/\(id)",
        "/v1/links/\(id)/likes", "/v1/shared/\(token)/guest\(rest())", "/v1/shared/\(token)\(rest())", "/v1/photos",
      ]
      let methods = ["PUT", "DELETE", "POST", "PATCH"]
      return (methods[generator.below(methods.count)], paths[generator.below(paths.count)])
    }

    private mutating func token() -> String {
      switch generator.below(8) {
      case 0: return otherToken
      case 1:
        let index = generator.below(holder.token.utf8.count)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        // Always another letter.
        let bytes = Array(holder.token.utf8)
        let place = (letters.firstIndex(of: bytes[index]) ?? 0) + 1 + generator.below(63)
        return String(decoding: bytes.replacing(at: index, with: [letters[place % 64]]), as: UTF8.self)
      default: return holder.token
      }
    }

    /// An id that there is, or a neighbour of one.
    private mutating func id() -> String {
      let id = ids[generator.below(ids.count)]
      guard generator.below(2) == 0, let last = Int(id.suffix(8), radix: 16) else { return id }
      let near = String((last + 1 + generator.below(5)) & 0xFFFF_FFFF, radix: 16)
      return id.dropLast(8) + String(repeating: "0", count: 8 - near.count) + near
    }

    private mutating func variant() -> String {
      let names = [
        "thumb", "grid", "preview", "shareable", "moving", "original", "thumb.webp", "THUMB", "..%2foriginal",
        "%73hareable",
      ]
      return names[generator.below(names.count)]
    }

    private mutating func rest() -> String {
      let rests = [
        "/annotations", "/events", "/changes", "/similar", "?similarTo=x", "/variants", "/favourite", "/restore",
        "/albums",
        "/metadata", "/photos/..", "/", "/unlock", "/links", "?annotations", "/%2e%2e/photos", "/contributors",
        "/trash",
      ]
      return rests[generator.below(rests.count)]
    }
  }
}
