// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofCore

struct ArchiveFileNamesTests {
  private static func taken(_ wishes: [String]) -> [String] {
    var names = ArchiveFileNames()
    return wishes.map { names.take($0, else: "photo.jpg") }
  }

  @Test func `a name is kept where it is free, and gets a number where it is taken`() {
    #expect(
      Self.taken(["rex.jpg", "rex.jpg", "rex.png", "rex.jpg"]) == ["rex.jpg", "rex (2).jpg", "rex.png", "rex (3).jpg"])
    #expect(Self.taken(["rex", "rex"]) == ["rex", "rex (2)"])
    #expect(Self.taken(["a (2).jpg", "a.jpg", "a.jpg"]) == ["a (2).jpg", "a.jpg", "a (3).jpg"])
  }

  @Test func `names that differ in case or composition only are not both used`() {
    #expect(Self.taken(["Rex.JPG", "rex.jpg"]) == ["Rex.JPG", "rex (2).jpg"])
    #expect(Self.taken(["gr\u{fc}n.jpg", "gru\u{308}n.jpg"]).last == "gru\u{308}n (2).jpg")
    #expect(
      Self.taken(["\u{17F}it.jpg", "sit.jpg", "stra\u{DF}e.jpg", "STRASSE.JPG"]).suffix(3) == [
        "sit (2).jpg", "stra\u{DF}e.jpg", "STRASSE (2).JPG",
      ])
  }

  @Test(arguments: [
    ("../../etc/passwd", "passwd"), ("C:\\dogs\\rex.jpg", "rex.jpg"), ("a<b>:\"|?*.jpg", "a_b______.jpg"),
    ("rex.jpg. . ", "rex.jpg"), (".hidden", "hidden"), ("con.jpg", "_con.jpg"), ("LPT1", "_LPT1"),
    ("aux.tar.gz", "_aux.tar.gz"), ("con .jpg", "_con .jpg"), ("COM\u{B9}.png", "_COM\u{B9}.png"),
    ("CONIN$", "_CONIN$"), ("console.jpg", "console.jpg"), ("a\u{202e}gpj.exe", "agpj.exe"),
    ("\n\u{0}", "photo.jpg"), ("", "photo.jpg"), ("...", "photo.jpg"), ("/", "photo.jpg"),
  ])
  func `a name is one that every system takes`(wish: String, name: String) {
    #expect(Self.taken([wish]) == [name])
  }

  @Test func `a number still leaves room for the ending of a long name`() {
    let long = String(repeating: "ü", count: 200) + ".jpeg"
    let names = Self.taken([long, long])
    #expect(names[0] != names[1])
    for name in names { #expect(name.utf8.count <= 255 && name.hasSuffix(".jpeg"), "\(name)") }
  }

  @Test func `whatever the names are, all are different, valid and kept in number`() {
    var generator = SeededGenerator(seed: 17)
    let parts = [
      "rex", "REX", "ü", "u\u{308}", ".", "..", " ", "(2)", " (2)", "/", "con", ".jpg", "\u{0}", "\u{202e}", "🐕",
    ]
    for _ in 0..<200 {
      let wishes = (0..<30).map { _ in
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? "" }
          .joined()
      }
      let names = Self.taken(wishes)
      #expect(Set(names.map { $0.lowercased() }).count == wishes.count)
      #expect(names.allSatisfy { !$0.contains("/") && $0 != "." && $0 != ".." && !$0.isEmpty && $0.utf8.count <= 255 })
    }
  }
}
