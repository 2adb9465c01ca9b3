// SPDX-License-Identifier: Apache-2.0

package import Testing
package import WoofCore
package import WoofModel

extension StoreBehaviour {
  static let wordBehaviours = [
    StoreBehaviour("a photo is found by words of its caption, whatever their case and diacritics") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada, caption: "Käthe läuft über die Straße")
      try await stores.add(2, by: ada, caption: "كلب في الحديقة")
      for text in ["käthe", "KATHE", "kathe uber", "über Käthe", "STRASSE ", "Ka\u{308}the"] {
        #expect(try await stores.found(text) == (text == "STRASSE " ? [] : [1]), "\(text)")
      }
      #expect(try await stores.found("كلب") == [2])
    },
    StoreBehaviour("a photo that is found has all words of a search, and one that begins with the last") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada, caption: "A dog at the lake")
      try await stores.add(2, by: ada, caption: "A dog in the garden")
      #expect(try await stores.found("dog") == [2, 1])
      #expect(try await stores.found("lake dog") == [1])
      #expect(try await stores.found("dog l") == [1])
      #expect(try await stores.found("la dog") == [])
      #expect(try await stores.found("dog cat") == [])
    },
    StoreBehaviour("a photo is found by its owner's name, its format and its date") { stores in
      let ada = try await stores.account("ada")
      // 3 March 2024, and the moment at which the tests are, in May 2026.
      try await stores.add(
        1, by: ada, caption: "Rex", takenAt: Timestamp(milliseconds: 1_709_424_000_000), type: .png)
      try await stores.add(2, by: ada, caption: "Bella")
      for text in ["png", "2024", "2024-03", "2024-03-03", "March", "März", "marz 2024", "ada 2024"] {
        #expect(try await stores.found(text) == [1], "\(text)")
      }
      for text in ["jpeg", "2026", "2026-05", "May", "mai"] {
        #expect(try await stores.found(text) == [2], "\(text)")
      }
      #expect(try await stores.found("03-2024") == [])
      #expect(try await stores.found("ada") == [2, 1])
    },
    StoreBehaviour("only the owner finds a photo by the name of its file and by its annotations") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let camera = PhotoCamera(
        make: "Canon", model: "EOS R5", serialNumber: "SN123", lens: "RF24", lensSerialNumber: "LN456")
      let annotations = PhotoAnnotations(
        camera: camera, location: PhotoLocation(latitude: 48.25, longitude: 16.5), title: "Titel",
        summary: "Inhalt", creator: "Grace", copyright: "Copyleft", keywords: ["tail", "ears"],
        plugins: ["labels": .string("setter")])
      try await stores.add(1, by: ada, caption: "Rex", fileName: "IMG_1234.jpg", annotations: annotations)
      let words = [
        "img_1234", "1234", "canon eos", "r5", "rf24", "titel", "inhalt", "grace", "copyleft", "tail", "ears",
      ]
      for text in words {
        try await stores.expect(text, everybody: [], owner: [1], ada)
        #expect(try await stores.found(text, by: bob) == [], "\(text)")
        #expect(try await stores.found("rex \(text)", of: ada) == [], "\(text)")
      }
      for text in ["SN123", "LN456", "48", "16", "setter", "labels"] {
        try await stores.expect(text, everybody: [], owner: [], ada)
      }
      try await stores.expect("canon rex", everybody: [], owner: [1], ada)
    },
    StoreBehaviour("photos that are not public are found by words by their owner only") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for (number, visibility) in [(1, Visibility.public), (2, .unlisted), (3, .private)] {
        try await stores.add(number, by: ada, caption: "Rex", visibility: visibility)
      }
      try await stores.add(4, by: bob, caption: "Rex", visibility: .private)
      try await stores.expect("rex", everybody: [1], owner: [3, 2, 1], ada)
      #expect(try await stores.found("rex", by: bob) == [4, 1])
      #expect(try await stores.found("rex", by: bob, of: ada) == [1])
      #expect(try await stores.found("rex", by: ada, of: ada) == [3, 2, 1])
      #expect(try await stores.found("rex", by: ada, of: bob) == [])
    },
    StoreBehaviour("whole words of captions come first, then what begins so, then other words") { stores in
      let (ada, may) = (try await stores.account("ada"), try await stores.account("may"))
      let march = Timestamp(milliseconds: 1_709_424_000_000)
      try await stores.add(1, by: ada, caption: "May at the lake", takenAt: march)
      try await stores.add(2, by: ada, caption: "Maya sleeps", takenAt: march)
      try await stores.add(3, by: ada, caption: "May in the garden", takenAt: march)
      try await stores.add(4, by: may, caption: "Rex", takenAt: march)
      try await stores.add(5, by: may, caption: "Bella", takenAt: march)
      for limit in [1, 2, 3, 100] {
        for reader in [nil, ada, may] {
          #expect(try await stores.found("may", by: reader, pageLimit: limit) == [3, 1, 2, 5, 4])
        }
      }
    },
    StoreBehaviour("nothing in a search by words is syntax, and without a letter or a digit it finds nothing") {
      stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada, caption: "Rex and Bella")
      try await stores.add(2, by: ada, caption: "Rex, near or not '\\ 🐶")
      for text in ["rex NEAR", "Rex OR NOT", "\"rex near", "near* rex", "near\u{0}rex", "rex:* & near", "near|!rex"] {
        #expect(try await stores.found(text) == [2], "\(text)")
      }
      for text in ["caption:rex near", "rex NOT bella", "account:a1", "a1", "account", "words", "rex -bella x"] {
        #expect(try await stores.found(text, by: ada) == [], "\(text)")
      }
      for text in ["...", "!? -", "\"", "*", "🐶", "❤️", "'", "\\", "\u{0}", "()", "^", "+-:{}", "<->", "&|!"] {
        #expect(try await stores.found(text, by: ada) == [], "\(text)")
        #expect(try await stores.found("\(text) near") == [2], "\(text)")
      }
    },
    StoreBehaviour("another caption, visibility and owner are found at once, and the former ones no more") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let id = try await stores.add(1, by: ada, caption: "Rex", fileName: "dog.jpg").id
      try await stores.edit(id, PhotoEdit(caption: "Bella"))
      try await stores.expect("rex", everybody: [], owner: [], ada)
      try await stores.expect("bella", everybody: [1], owner: [1], ada)
      try await stores.edit(id, PhotoEdit(visibility: .private))
      try await stores.expect("bella", everybody: [], owner: [1], ada)
      try await stores.edit(id, PhotoEdit(owner: bob))
      try await stores.expect("dog", everybody: [], owner: [], ada)
      try await stores.expect("bob dog", everybody: [], owner: [1], bob)
      try await stores.edit(id, PhotoEdit(visibility: .public))
      try await stores.expect("bob", everybody: [1], owner: [1], bob)
      try await stores.expect("ada", everybody: [], owner: [], ada)
    },
    StoreBehaviour("a deleted photo is not found by words, and a restored one is again") { stores in
      let ada = try await stores.account("ada")
      let id = try await stores.add(1, by: ada, caption: "Rex", fileName: "dog.jpg").id
      try await stores.edit(id, .deletion)
      try await stores.expect("rex", everybody: [], owner: [], ada)
      _ = try await stores.administration.restorePhoto(id)
      try await stores.expect("rex", everybody: [1], owner: [1], ada)
      try await stores.expect("dog", everybody: [], owner: [1], ada)
    },
    StoreBehaviour("what becomes known of a photo later is found, and what is not said any more is not") { stores in
      let ada = try await stores.account("ada")
      let id = try await stores.add(1, by: ada, caption: "Rex", fileName: "dog.jpg").id
      for (make, other) in [("Canon", "Nikon"), ("Nikon", "Canon")] {
        let metadata = PhotoAnnotations(camera: PhotoCamera(make: make))
        _ = try await stores.derivations.keep(PhotoDerivatives(metadata: metadata), of: id, .ended(isAnew: false))
        try await stores.expect("dog \(make)", everybody: [], owner: [1], ada)
        try await stores.expect(other, everybody: [], owner: [], ada)
      }
    },
    StoreBehaviour("photos of a search that is gone on with are not found twice where others come") { stores in
      let ada = try await stores.account("ada")
      for number in 1...6 { try await stores.add(number, by: ada, caption: "Rex") }
      var query = PhotoTextQuery(try SearchText("rex"), scope: .readable(by: nil), limit: 2)
      var found = try await stores.records.photos(matching: query)
      try await stores.add(7, by: ada, caption: "Rex")
      try await stores.edit(Sample.photoID(5), .deletion)
      query.after = found.last?.cursor
      query.limit = 100
      found += try await stores.records.photos(matching: query)
      #expect(found.map { $0.record.id.low & 0xFF } == [6, 5, 4, 3, 2, 1])
    },
    StoreBehaviour("a search in a span of moments finds what was taken then, in its order and in that of time") {
      stores in
      let ada = try await addRexOverYears(stores)
      let text = try SearchText("rex")
      let moments = Timestamp(milliseconds: 1_600_000_000_000)..<Timestamp(milliseconds: 1_800_000_000_000)
      let query = PhotoTextQuery(text, scope: .readable(by: nil), moments: moments, limit: 10)
      #expect(try await stores.records.photos(matching: query).map { $0.record.id.low & 0xFF } == [4, 2])
      for reader in [nil, ada.id] {
        let all = reader == nil ? [1, 2, 4] : [1, 2, 3, 4]
        let query = PhotoQuery(scope: .readable(by: reader), order: .taken, text: text, limit: 10)
        #expect(try await stores.ids(query).map { Int($0.low & 0xFF) } == all)
        var found: [Int] = []
        var page = query
        page.limit = 1
        while let photo = try await stores.records.photos(page).first {
          found.append(Int(photo.id.low & 0xFF))
          page.after = PhotoQuery.Cursor(behind: photo, in: .taken)
        }
        #expect(found == all)
      }
      let span = PhotoQuery(
        scope: .owned(by: ada.name, reader: ada.id), order: .taken, moments: moments, text: text, limit: 10)
      #expect(try await stores.ids(span).map { $0.low & 0xFF } == [2, 3, 4])
    },
    StoreBehaviour("a timeline of a search has what the search finds") { stores in
      let ada = try await addRexOverYears(stores)
      let text = try SearchText("rex")
      func counts(_ view: TimelineView) async throws -> [String] {
        try await stores.timelines.months(of: view).map { "\($0.month): \($0.count)" }
      }
      #expect(try await counts(.found(text, by: nil)) == ["2033-05: 1", "2020-09: 2"])
      #expect(try await counts(.found(text, by: ada.id)) == ["2033-05: 1", "2020-09: 3"])
      #expect(try await counts(.ownFound(text, by: ada.id)) == ["2033-05: 1", "2020-09: 3"])
      #expect(try await counts(.found(try SearchText("..."), by: ada.id)) == [])
      #expect(try await stores.timelines.ratios(of: .found(text, by: ada.id)).count == 4)
      let month = try #require(CivilMonth("2020-09"))
      let query = TimelineQuery(.found(text, by: ada.id), month: month, offset: 1, limit: 1)
      let part = try await stores.timelines.part(query)
      #expect(part.count == 3 && part.entries.map { $0.id.low & 0xFF } == [3])
    },
  ]

  /// Adds photos of Rex, of which 1 was taken in May 2033 and 2 to 4 in September 2020, the latest first, 3 is private, and 5 is
  /// of Bella.
  private static func addRexOverYears(_ stores: StoresUnderTest) async throws -> Principal {
    let ada = try await stores.account("ada")
    for (number, seconds) in [(1, 2_000_000_000), (2, 1_600_000_500), (3, 1_600_000_400), (4, 1_600_000_300)] {
      var draft = Sample.draft(number, by: ada, visibility: number == 3 ? .private : .public)
      draft.caption = "Rex"
      draft.original.takenAt = Timestamp(milliseconds: Int64(seconds) * 1000)
      draft.createdAt = Timestamp(milliseconds: 2_100_000_000_000)
      _ = try await stores.records.addPhoto(draft, idempotency: nil)
    }
    try await stores.add(5, by: ada, caption: "Bella")
    return ada
  }
}

extension StoresUnderTest {
  /// Adds a photo with words that the test gives.
  @discardableResult
  package func add(
    _ number: Int, by owner: Principal, caption: String, visibility: Visibility = .public, fileName: String? = nil,
    annotations: PhotoAnnotations = PhotoAnnotations(), takenAt: Timestamp? = nil, type: ImageType = .jpeg
  ) async throws -> PhotoRecord {
    var draft = Sample.draft(number, by: owner, visibility: visibility)
    draft.caption = caption
    draft.fileName = fileName
    draft.annotations = annotations
    draft.original.takenAt = takenAt
    draft.original.type = type
    guard case .added(let record) = try await records.addPhoto(draft, idempotency: nil) else {
      throw Unexpected("photo \(number) was not new")
    }
    return record
  }

  /// The numbers of the photos that a search finds, in its order, read in pages.
  package func found(
    _ text: String, by reader: Principal? = nil, of owner: Principal? = nil, pageLimit: Int = 100
  ) async throws -> [Int] {
    let scope: PhotoQuery.Scope =
      owner.map { .owned(by: $0.name, reader: reader?.id) } ?? .readable(by: reader?.id)
    var query = PhotoTextQuery(try SearchText(text), scope: scope, limit: pageLimit)
    var numbers: [Int] = []
    while true {
      let page = try await records.photos(matching: query)
      numbers += page.map { Int($0.record.id.low & 0xFFFF) }
      guard page.count == pageLimit, let last = page.last else { return numbers }
      query.after = last.cursor
    }
  }

  /// Checks who finds a photo by what.
  package func expect(
    _ text: String, everybody: [Int], owner: [Int], _ account: Principal,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(try await found(text) == everybody, "\(text)", sourceLocation: sourceLocation)
    #expect(try await found(text, by: account) == owner, "\(text)", sourceLocation: sourceLocation)
  }
}
