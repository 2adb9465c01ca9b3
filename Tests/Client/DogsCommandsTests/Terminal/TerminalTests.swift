// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import TestPictures

/// The flows of the dogs app, on a terminal, with the real service over TLS.
@Suite(.timeLimit(.minutes(3))) struct `Dogs on a terminal` {
  @Test func `an account likes a photo from the prompt, and sees live counts`() async throws {
    try await blocking {
      let service = try await DogService(tls: true, accounts: ["ada", "bob"])
      let bytes = SampleJPEG.withComment("Rex")
      let id = try await service.upload(bytes, caption: "Rex at the lake")

      let watching = try service.onTerminal("watch")
      try await watching.wait(for: "connected")
      try await watching.wait(for: "Rex at the lake")
      #expect(!watching.shown.contains("+1"))

      let fetched = try await service.dogs("fetch", id, "-o", service.folder.path("rex.jpg"))
      #expect(fetched.code == 0, "\(fetched)")
      #expect(service.folder.read("rex.jpg") == bytes)

      let liking = try service.onTerminal("favourite", id)
      try await liking.wait(for: "wants to know who you are")
      try await liking.wait(for: "Name: ")
      #expect(liking.isEchoing)
      try liking.type("bob\r")
      try await liking.wait(for: "Password for bob: ")
      #expect(!liking.isEchoing)
      try liking.type("cat person\r")
      try await liking.wait(for: "Name or password is wrong; try 2 of 3.")
      try await liking.wait(for: "Name [bob]: ")
      try liking.type("\r")
      try await liking.wait(for: "Password for bob: ", count: 2)
      #expect(!liking.isEchoing)
      try liking.type("\(DogService.password)\r")
      #expect(try await liking.outcome() == 0)
      #expect(liking.isAsUsual)
      #expect(liking.shown.contains("Rex at the lake: 1 favourite"))
      #expect(!liking.shown.contains(DogService.password) && !liking.shown.contains("cat person"))

      try await watching.wait(for: "+1")
      watching.resize(columns: 60, rows: 10)
      try await watching.wait(for: "1 changes")
      try watching.type("\u{3}")
      #expect(try await watching.outcome() == 130)
      #expect(watching.isAsUsual)
      let (_, after) = try #require(watching.shown.parted(at: "\u{1B}[?1049l"))
      #expect(after.contains("1 change: 1 of favourites; watched for "), "\(after)")
      try await service.stop()
    }
  }

  @Test(arguments: ["q", "Q"])
  func `q ends the table of watch with a summary of the changes`(key: String) async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"), caption: "Rex")
      let watching = try service.onTerminal("watch")
      try await watching.wait(for: "connected; 0 changes; q ends")
      #expect(!watching.isEchoing)
      #expect(try await service.dogs("favourite", id, as: "ada").code == 0)
      try await watching.wait(for: "1 changes")
      try watching.type(key)
      #expect(try await watching.outcome() == 0)
      #expect(watching.isAsUsual)
      let (_, after) = try #require(watching.shown.parted(at: "\u{1B}[?1049l"))
      #expect(after.hasPrefix("1 change: 1 of favourites; watched for "), "\(after)")
      try await service.stop()
    }
  }

  @Test func `the lines of watch end with a summary of the changes`() async throws {
    try await blocking {
      let service = try await DogService()
      let watching = try service.onTerminal("watch", "--lines")
      try await watching.wait(for: "connected")
      try watching.type("\u{3}")
      #expect(try await watching.outcome() == 130)
      #expect(watching.shown.contains("0 changes; watched for "), "\(watching.shown)")
      try await service.stop()
    }
  }

  @Test func `80 columns show captions, visibility and ids that commands accept`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"), caption: "Rex at the lake with a big stick")
      let list = try service.onTerminal("list", as: "ada", columns: 80)
      #expect(try await list.outcome() == 0)
      let lines = list.shown.split(separator: "\r\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.count <= 80 }, "\(list.shown)")
      #expect(lines[0].hasSuffix("VISIBILITY  CAPTION"))
      #expect(lines[1].contains("  public      Rex at the lake with a big stick"))
      #expect(lines[1].hasPrefix(id.prefix(13)) && !lines[1].contains(id))
      let wide = try service.onTerminal("list", as: "ada", columns: 140)
      #expect(try await wide.outcome() == 0)
      #expect(wide.shown.contains(id))
      try await service.stop()
    }
  }

  @Test func `a caption cannot reverse the direction of a line`() async throws {
    try await blocking {
      let service = try await DogService()
      let caption = "a\u{202E}gpj.exe"
      let id = try await service.upload(SampleJPEG.withComment("Rex"), caption: caption)
      for words in [["list"], ["show", id, "--picture", "none"], ["favourite", id], ["list", "--json"]] {
        let shown = try service.onTerminal(words, as: "ada")
        #expect(try await shown.outcome() == 0)
        #expect(shown.shown.contains("gpj.exe") && !shown.shown.contains("\u{202E}"), "\(words)")
      }
      let json = try JSONLines(try await service.dogs("show", id, "--json").output)
      #expect(json.first?["caption"] == caption)
      try await service.stop()
    }
  }

  @Test func `a command gives up after three wrong passwords`() async throws {
    try await blocking {
      let service = try await DogService()
      let login = try service.onTerminal("login")
      for attempt in 1...3 {
        try await login.wait(for: attempt == 1 ? "Name: " : "Name [ada]: ", count: max(1, attempt - 1))
        try login.type(attempt == 1 ? "ada\r" : "\r")
        try await login.wait(for: "Password for ada: ", count: attempt)
        try login.type("wrong \(attempt)\r")
      }
      #expect(try await login.outcome() == 77)
      #expect(login.isAsUsual)
      #expect(login.shown.contains("Name or password is wrong, 3 times now"))
      try await service.stop()
    }
  }

  @Test(arguments: [false, true])
  func `control C at the prompt leaves the terminal as it was`(atPassword: Bool) async throws {
    try await blocking {
      let service = try await DogService()
      let login = try service.onTerminal("favourites")
      try await login.wait(for: "Name: ")
      if atPassword {
        try login.type("ada\r")
        try await login.wait(for: "Password for ada: ")
        #expect(!login.isEchoing)
      }
      try login.type("\u{3}")
      #expect(try await login.outcome() == 130)
      #expect(login.isAsUsual)
      try await service.stop()
    }
  }

  @Test func `a signal at the prompt leaves the terminal as it was`() async throws {
    try await blocking {
      let service = try await DogService()
      let login = try service.onTerminal("favourites")
      try await login.wait(for: "Name: ")
      try login.type("ada\r")
      try await login.wait(for: "Password for ada: ")
      login.signal(SIGTERM)
      #expect(try await login.outcome() == 128 + SIGTERM)
      #expect(login.isAsUsual)
      try await service.stop()
    }
  }

  @Test func `terminal modes that another program has changed are kept`() async throws {
    try await blocking {
      let service = try await DogService()
      let watching = try service.onTerminal("watch", "--lines")
      try await watching.wait(for: "connected")
      watching.stopEchoing()
      try watching.type("\u{3}")
      #expect(try await watching.outcome() == 130)
      #expect(!watching.isEchoing)
      try await service.stop()
    }
  }

  @Test func `a picture is drawn with the photo's metadata`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SamplePNG().bytes, caption: "Rex")
      let kitty = try service.onTerminal("show", id, "--picture", "kitty")
      #expect(try await kitty.outcome() == 0)
      #expect(kitty.shown.contains("\u{1B}_Ga=T,f=100,q=2,c="))
      let iterm = try service.onTerminal("show", id, "--picture", "iterm")
      #expect(try await iterm.outcome() == 0)
      #expect(iterm.shown.contains("\u{1B}]1337;File=inline=1;size="))
      let blocks = try service.onTerminal("show", id, "--picture", "blocks")
      #expect(try await blocks.outcome() == 0)
      #expect(blocks.shown.contains("dogs fetch \(id) -o FILE"))
      try await service.stop()
    }
  }

  @Test func `a terminal that does not respond is not waited for`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("quiet"))
      let asked = try service.onTerminal("show", id)
      #expect(try await asked.outcome() == 0)
      #expect(asked.isAsUsual)
      #expect(asked.shown.contains("\u{1B}[c"))
      try await service.stop()
    }
  }
}
