// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

/// The words by which photos are found, and the order in which they come.
@Suite(.timeLimit(.minutes(2))) struct TextSearchTests {
  @Test func `a photo is found by words of its caption, whatever their case and diacritics`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      try await stores.add(1, by: ada, caption: "Käthe läuft über die Straße")
      try await stores.add(2, by: ada, caption: "كلب في الحديقة")
      for text in ["käthe", "KATHE", "kathe uber", "über Käthe", "STRASSE ", "Ka\u{308}the"] {
        #expect(try await stores.found(text) == (text == "STRASSE " ? [] : [1]), "\(text)")
      }
      #expect(try await stores.found("كلب") == [2])
    }
  }

  @Test func `a photo has all words of a search, and one that begins with the last`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      try await stores.add(1, by: ada, caption: "A dog at the lake")
      try await stores.add(2, by: ada, caption: "A dog in the garden")
      #expect(try await stores.found("dog") == [2, 1])
      #expect(try await stores.found("lake dog") == [1])
      #expect(try await stores.found("dog l") == [1])
      #expect(try await stores.found("la dog") == [])
      #expect(try await stores.found("dog cat") == [])
    }
  }

  @Test func `a photo is found by its owner's name, its format and its date`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
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
      #expect(try await stores.found("ada") == [2, 1])
    }
  }

  @Test func `only the owner finds a photo by the name of its file and by its annotations`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      let bob = try await stores.account("bob")
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
    }
  }

  @Test func `photos that are not public are found by their owner only`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      let bob = try await stores.account("bob")
      for (number, visibility) in [(1, Visibility.public), (2, .unlisted), (3, .private)] {
        try await stores.add(number, by: ada, caption: "Rex", visibility: visibility)
      }
      try await stores.add(4, by: bob, caption: "Rex", visibility: .private)
      try await stores.expect("rex", everybody: [1], owner: [3, 2, 1], ada)
      #expect(try await stores.found("rex", by: bob) == [4, 1])
      #expect(try await stores.found("rex", by: bob, of: ada) == [1])
      #expect(try await stores.found("rex", by: ada, of: ada) == [3, 2, 1])
      #expect(try await stores.found("rex", by: ada, of: bob) == [])
    }
  }

  @Test func `whole words of captions come first, then what begins so, then other words, each the newest first`()
    async throws
  {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      let may = try await stores.account("may")
      let march = Timestamp(milliseconds: 1_709_424_000_000)
      try await stores.add(1, by: ada, caption: "May at the lake", takenAt: march)
      try await stores.add(2, by: ada, caption: "Maya sleeps", takenAt: march)
      try await stores.add(3, by: ada, caption: "May in the garden", takenAt: march)
      try await stores.add(4, by: may, caption: "Rex", takenAt: march)
      try await stores.add(5, by: may, caption: "Bella", takenAt: march)
      for limit in [1, 2, 3, 100] { #expect(try await stores.found("may", pageLimit: limit) == [3, 1, 2, 5, 4]) }
    }
  }

  @Test(arguments: ["...", "!? -", "\"", "*", "🐶", "❤️", "'", "\u{0}", "()", "^", "+-:{}"])
  func `a search without a letter or a digit finds nothing`(text: String) async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      try await stores.add(1, by: ada, caption: "Rex \(text) 🐶")
      #expect(try await stores.found(text) == [])
      #expect(try await stores.found("\(text) rex") == [1])
    }
  }

  @Test func `nothing in a search is syntax`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      try await stores.add(1, by: ada, caption: "Rex and Bella")
      try await stores.add(2, by: ada, caption: "Rex, near or not")
      for text in ["rex NEAR", "Rex OR NOT", "\"rex near", "near* rex", "near\u{0}rex", "caption:rex near"] {
        #expect(try await stores.found(text) == (text.contains("caption") ? [] : [2]), "\(text)")
      }
      for text in ["rex NOT bella", "account:a1", "a1", "account", "words", "NEAR(rex bella)", "rex -bella x"] {
        #expect(try await stores.found(text, by: ada) == [], "\(text)")
      }
    }
  }

  @Test func `whatever bytes are looked for, a search finds or is refused as invalid`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      try await stores.add(1, by: ada, caption: "Rex AND \"Bella\" 🐶 كلب")
      var random = SeededGenerator(seed: 15)
      let pieces = [
        "\"", "*", "(", ")", "{", "}", ":", "^", "-", "+", "NEAR", "AND", "OR", "NOT", " ", "\u{0}", "rex", "b", "é",
        "🐶", "كلب", "\u{301}", "\u{FEFF}", "\u{10FFFF}", "犬", "\n", "_", ".", ",", "/", "\\", "'", "%", "9",
      ]
      for round in 0..<2000 {
        let length = random.below(40)
        let text =
          round % 2 == 0
          ? (0..<length).map { _ in pieces[random.below(pieces.count)] }.joined()
          : String(decoding: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, as: UTF8.self)
        do {
          let found = try await stores.found(text, by: round % 3 == 0 ? ada : nil)
          #expect(found == [] || found == [1], "\(text)")
        } catch let error as WoofError {
          #expect(error.code == .invalidParameter, "\(text)")
        }
      }
    }
  }
}

@Suite struct SearchTextTests {
  @Test(arguments: ["", " ", "\n\t ", String(repeating: "a", count: 201)])
  func `a text that is empty or too long is refused`(text: String) {
    let error = #expect(throws: WoofError.self) { try SearchText(text) }
    #expect(error?.code == .invalidParameter)
    #expect(error?.details["parameter"] == "q")
  }

  @Test func `spaces at both ends do not count`() throws {
    let text = try SearchText("  \(String(repeating: "a", count: 200))\n")
    #expect(text.beginning?.count == 200)
  }

  @Test func `words are told apart by what is no letter and no digit, and each is looked for once`() throws {
    let text = try SearchText("a dog \u{0} dog - a\u{A0}b wi-fi \"Rex\"_1")
    #expect(text.words == ["a", "dog", "b", "wi", "fi", "Rex"])
    #expect(text.beginning == "1")
  }

  @Test func `a date is one word`() throws {
    let text = try SearchText("2024-06-03 1-2-3-4 img-2024 2024/06")
    #expect(text.words == ["2024-06-03", "1", "2", "3", "4", "img", "2024"])
    #expect(text.beginning == "2024-06")
  }
}
