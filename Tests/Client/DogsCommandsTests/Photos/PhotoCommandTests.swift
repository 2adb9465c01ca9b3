// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import TestPictures

/// Changing, deleting and bringing back photos with the real service.
@Suite(.timeLimit(.minutes(3))) struct `Commands for one's own photos` {
  @Test func `a photo is edited, deleted, restored and erased by the beginning of its id`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"), caption: "Rex")
      let short = String(id.prefix(18))
      let edited = try await service.dogs("edit", short, "--caption", "Bella", "--visibility", "unlisted", as: "ada")
      #expect(edited.code == 0 && edited.output == "\(id)  unlisted  Bella\n", "\(edited)")
      let deleted = try await service.dogs("delete", short, as: "ada")
      #expect(deleted.code == 0 && deleted.output.contains("it comes back by: dogs restore \(id)"), "\(deleted)")
      #expect(try await service.dogs("show", id, as: "ada").code == 1)
      #expect(try await service.dogs("trash", as: "ada").output.contains(id))
      let restored = try await service.dogs("restore", short, "--json", as: "ada")
      #expect(try JSONLines(restored.output).first?["caption"] == "Bella", "\(restored)")
      let erased = try await service.dogs("delete", "--forever", short, "--json", as: "ada")
      #expect(try JSONLines(erased.output).first?["status"] == "erased", "\(erased)")
      let gone = try await service.dogs("restore", id, "--json", as: "ada")
      #expect(gone.code == 1)
      #expect(try JSONLines(gone.errors).first?["error"] == "gone", "\(gone)")
      try await service.stop()
    }
  }

  @Test func `an ambiguous beginning lists its photos, and one without a photo is reported`() async throws {
    try await blocking {
      let service = try await DogService()
      let ids = [
        try await service.upload(SampleJPEG.withComment("one"), caption: "One"),
        try await service.upload(SampleJPEG.withComment("two"), caption: "Two"),
      ]
      let text = try await service.dogs("delete", String(ids[0].prefix(6)), as: "ada")
      #expect(text.code == 1)
      for part in ids + ["‘One’", "‘Two’", "write more of it"] { #expect(text.errors.contains(part), "\(text)") }
      let json = try await service.dogs("show", String(ids[0].prefix(6)), "--json")
      #expect(try JSONLines(json.errors).first?["error"] == "ambiguous-id", "\(json)")
      let none = try await service.dogs("show", "ffff", "--json")
      #expect(none.code == 1)
      #expect(try JSONLines(none.errors).first?["error"] == "not-found", "\(none)")
      #expect(try await service.dogs("list", "--json").output.split(separator: "\n").count == 2)
      try await service.stop()
    }
  }

  @Test func `photos are searched by words, as a table or as lines of JSON`() async throws {
    try await blocking {
      let service = try await DogService()
      let ids = [
        try await service.upload(SampleJPEG.withComment("one"), caption: "Rex at the lake"),
        try await service.upload(SampleJPEG.withComment("two"), caption: "Rex"),
      ]
      let table = try await service.dogs("search", "REX", as: "ada")
      #expect(table.code == 0 && table.output.contains("Rex at the lake"), "\(table)")
      let json = try await service.dogs("search", "rex", "la", "--owner", "ada", "--json")
      #expect(json.code == 0)
      #expect(try JSONLines(json.output).map { $0["id"] } == [ids[0]], "\(json)")
      let limited = try await service.dogs("search", "--limit", "1", "rex", "--json")
      #expect(try JSONLines(limited.output).map { $0["id"] } == [ids[1]], "\(limited)")
      let none = try await service.dogs("search", "--", "-rex", "\"bella")
      #expect(none.code == 0 && none.output.isEmpty && none.errors == "No photo has all of these words.\n", "\(none)")
      let empty = try await service.dogs("search", " ", "--json")
      #expect(empty.code == 1)
      #expect(try JSONLines(empty.errors).first?["error"] == "invalid-parameter", "\(empty)")
      #expect(try await service.dogs("search").code == 2)
      try await service.stop()
    }
  }

  @Test func `photos are listed by when they were taken, and counted by month`() async throws {
    try await blocking {
      let service = try await DogService()
      var ids: [String] = []
      for date in ["2024:06:03", "2026:05:01", "2026:05:09"] {
        let picture = SampleJPEG.withExif(SampleExif(dateTimeOriginal: "\(date) 12:00:00"))
        ids.append(try await service.upload(picture, caption: date))
      }
      let list = try await service.dogs("list", "--order", "taken", "--json")
      #expect(try JSONLines(list.output).map { $0["id"] } == ids.reversed(), "\(list)")
      let may = try await service.dogs("list", "--from", "2026-05-01", "--until", "2026-05-09", "--json")
      #expect(try JSONLines(may.output).map { $0["id"] } == [ids[1]], "\(may)")
      let mine = try await service.dogs("list", "--mine", "--until", "2025-01-01", "--json", as: "ada")
      #expect(try JSONLines(mine.output).map { $0["id"] } == [ids[0]], "\(mine)")
      let table = try await service.dogs("timeline")
      let lines = table.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      #expect(
        lines.map { Array($0.prefix(2)) } == [["MONTH", "PHOTOS"], ["2026-05", "2"], ["2024-06", "1"]], "\(table)")
      #expect(lines[1][2].count == 30 && lines[2][2].count == 15)
      let json = try await service.dogs("timeline", "--mine", "--json", as: "ada")
      #expect(try JSONLines(json.output).map { $0["month"] } == ["2026-05", "2024-06"], "\(json)")
      let none = try await service.dogs("timeline", "--favourites", as: "ada")
      #expect(none.code == 0 && none.output.isEmpty && none.errors == "There are no photos.\n", "\(none)")
      let found = try await service.dogs("search", "2026", "--by-date", "--json")
      #expect(try JSONLines(found.output).map { $0["id"] } == [ids[2], ids[1]], "\(found)")
      let early = try await service.dogs("search", "2026", "--until", "2026-05-09", "--json")
      #expect(try JSONLines(early.output).map { $0["id"] } == [ids[1]], "\(early)")
      let counted = try await service.dogs("timeline", "--search", "2024", "--json")
      #expect(try JSONLines(counted.output).map { $0["month"] } == ["2024-06"], "\(counted)")
      let refused = [
        try await service.dogs("list", "--from", "yesterday"),
        try await service.dogs("list", "--order", "popular", "--from", "2026-05-01"),
        try await service.dogs("list", "--album", "x", "--until", "2026-05-01"),
        try await service.dogs("timeline", "--mine", "--trash"),
        try await service.dogs("timeline", "--trash", "--search", "rex"),
      ]
      #expect(refused.allSatisfy { $0.code == 2 }, "\(refused)")
      try await service.stop()
    }
  }

  @Test func `options change an existing photo only with --update, which is suggested otherwise`() async throws {
    try await blocking {
      let service = try await DogService()
      try service.folder.write(SampleJPEG.withComment("Rex"), to: "rex.jpg")
      let file = service.folder.path("rex.jpg")
      #expect(try await service.dogs("upload", file, "--visibility", "public", as: "ada").code == 0)
      let left = try await service.dogs("upload", file, "--visibility", "private", "--json", as: "ada")
      #expect(left.code == 1)
      let line = try JSONLines(left.output).first
      #expect(line?["status"] == "present" && line?["error"] == "not-applied", "\(left)")
      #expect(try JSONLines(try await service.dogs("list", "--json").output).first?["visibility"] == "public")
      let text = try await service.dogs("upload", file, "--caption", "Rex", as: "ada")
      #expect(text.code == 1 && text.errors.contains("add --update to apply --caption"), "\(text)")
      let updated = try await service.dogs(
        "upload", file, "--visibility", "private", "--caption", "Rex", "--update", "--json", as: "ada")
      #expect(updated.code == 0, "\(updated)")
      #expect(try JSONLines(updated.output).first?["status"] == "updated")
      let own = try JSONLines(try await service.dogs("list", "--mine", "--json", as: "ada").output).first
      #expect(own?["visibility"] == "private" && own?["caption"] == "Rex")
      let again = try await service.dogs("upload", file, "--visibility", "private", as: "ada")
      #expect(again.code == 0 && again.errors == "0 uploaded, 1 already there, 0 failed\n", "\(again)")
      try await service.stop()
    }
  }

  @Test func `a photo with a location becomes public only after a decision`() async throws {
    try await blocking {
      let service = try await DogService()
      try service.folder.write(SampleJPEG.located("Rex"), to: "rex.jpg")
      let file = service.folder.path("rex.jpg")
      let refused = try await service.dogs("upload", file, "--visibility", "public", "--json", as: "ada")
      #expect(refused.code == 1)
      #expect(try JSONLines(refused.output).first?["error"] == "location-undecided", "\(refused)")
      #expect(try await service.dogs("list", "--mine", "--json", as: "ada").output.isEmpty)
      let kept = try JSONLines(try await service.dogs("upload", file, "--json", as: "ada").output)
      let id = try #require(kept.first?["id"])
      let edit = try await service.dogs("edit", id, "--visibility", "public", "--json", as: "ada")
      #expect(edit.code == 1)
      #expect(try JSONLines(edit.errors).first?["error"] == "location-undecided", "\(edit)")
      let copied = try await service.dogs(
        "edit", id, "--visibility", "public", "--without-location", "--json", as: "ada")
      let copy = try #require(try JSONLines(copied.output).first, "\(copied)")
      #expect(copied.code == 0 && copy["id"] != id && copy["visibility"] == "public")
      let fetched = service.folder.path("copy.jpg")
      #expect(try await service.dogs("fetch", copy["id"] ?? "", "-o", fetched).code == 0)
      #expect(!String(decoding: service.folder.read("copy.jpg"), as: UTF8.self).contains("GPSLatitude"))
      #expect(
        try JSONLines(try await service.dogs("show", id, "--json", as: "ada").output).first?["visibility"] == "private")
      let asIs = try await service.dogs("edit", id, "--visibility", "public", "--with-location", as: "ada")
      #expect(asIs.code == 0 && asIs.output.contains("\(id)  public"), "\(asIs)")
      try await service.stop()
    }
  }

  @Test func `a photo is fetched into a pipe, which is not replaced`() async throws {
    try await blocking {
      let service = try await DogService()
      let picture = SampleJPEG.located("Rex")
      try service.folder.write(picture, to: "rex.jpg")
      let kept = try await service.dogs("upload", service.folder.path("rex.jpg"), "--json", as: "ada")
      let id = try #require(try JSONLines(kept.output).first?["id"])
      let pipe = try OpenPipe(named: "pipe", in: service.folder)
      let fetched = try await service.dogs("fetch", id, "-o", pipe.path, as: "ada")
      #expect(fetched.code == 0, "\(fetched.errors)")
      #expect(pipe.isThere)
      #expect(pipe.read() == picture)
      try await service.stop()
    }
  }

  @Test func `a downloaded file gets the photo's name, even beside files of that name`() async throws {
    try await blocking {
      let service = try await DogService()
      for name in ["a", "b"] {
        mkdir(service.folder.path(name), 0o700)
        try service.folder.write(SampleJPEG.withComment(name), to: "\(name)/IMG_0001.JPG")
      }
      #expect(try await service.dogs("upload", service.folder.path("a"), service.folder.path("b"), as: "ada").code == 0)
      for done in ["2 downloaded, 0 already there, 0 failed\n", "0 downloaded, 2 already there, 0 failed\n"] {
        let down = try await service.dogs("download", "--mine", "--into", service.folder.path("down"), as: "ada")
        #expect(down.code == 0 && down.errors == done, "\(down)")
      }
      let names = service.folder.files(below: "down")
      #expect(
        names.count == 2 && names.contains("IMG_0001.JPG") && names.allSatisfy { $0.hasSuffix(".JPG") }, "\(names)")
      let contents = Set(names.map { service.folder.read("down/\($0)") })
      #expect(contents == [SampleJPEG.withComment("a"), SampleJPEG.withComment("b")])
      try await service.stop()
    }
  }

  @Test func `passwd changes the password, and whoever has logged in stays so`() async throws {
    try await blocking {
      let service = try await DogService()
      let file = service.folder.path("credentials.json")
      #expect(try await service.dogs("login", "--credentials", file, as: "ada").code == 0)
      let changing = try service.onTerminal("passwd", "--credentials", file)
      try await changing.wait(for: "Password for ada: ")
      #expect(!changing.shown.contains("Name"))
      try changing.type("\(DogService.password)\r")
      try await changing.wait(for: "New password for ada: ")
      #expect(!changing.isEchoing)
      try changing.type("chasing squirrels\r")
      try await changing.wait(for: "The same once more: ")
      try changing.type("chasing squirrels\r")
      #expect(try await changing.outcome() == 0)
      #expect(changing.isAsUsual && changing.shown.contains("ada has a new password."))
      #expect(!changing.shown.contains("squirrels"))
      #expect(try await service.dogs("favourites", "--credentials", file).code == 0)
      #expect(try await service.dogs("favourites", as: "ada").code == 77)
      try await service.stop()
    }
  }
}
