// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `woof backup` and `woof restore`.
struct BackupCommandTests {
  private static func backUp(_ folder: TemporaryFolder, _ words: String...) async throws -> Program.Outcome {
    try await Program.run(["backup", "--data", folder.path("data")] + words)
  }

  private static func restore(_ backup: String, to target: String, _ words: String...) async throws -> Program.Outcome {
    try await Program.run(["restore", backup, "--data", target] + words)
  }

  /// Starts a service with two photos of which one is large, and hands over what their originals are.
  private static func fill(_ serving: ServingProgram, _ folder: TemporaryFolder) async throws -> [String: [UInt8]] {
    let ada = serving.client(try await folder.addAccount("ada"))
    let pictures = [SampleJPEG.next(), SampleJPEG.large(byteCount: 400_000)]
    var originals: [String: [UInt8]] = [:]
    for picture in pictures { originals[try #require(try ada.add(picture)["id"].text)] = picture }
    for id in originals.keys { #expect(try ada.setFavourite(id).status == 200) }
    return originals
  }

  @Test func `a running service is backed up, and the restored one serves the same`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      let originals = try await Self.fill(serving, folder)
      let token = try serving.client().token()
      let outcome = try await Self.backUp(folder, folder.path("backup"))
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.output.hasPrefix("2 blobs of "))
      #expect(outcome.errors == "Data folder: \(folder.path("data"))\n")
      let restored = try await Self.restore(folder.path("backup"), to: folder.path("restored/data"))
      #expect(restored.code == 0, "\(restored.errors)")
      let other = try await ServingProgram(["--data", folder.path("restored/data"), "--listen", "127.0.0.1:0"])
      for (id, original) in originals {
        #expect(try other.client().get("/v1/photos/\(id)/original").body == original)
        #expect(try other.client().get("/v1/photos/\(id)").member("favouriteCount")?.integer == 1)
      }
      #expect(try other.client(Credential("ada")).get("/v1/me").status == 200)
      let response = try other.client().get("/v1/changes?since=\(token)")
      #expect(response.status == 410)
      #expect(response.problem == "change-token-expired")
    }
  }

  @Test func `an archive on standard output is a tar file, and is restored from its extraction`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      let originals = try await Self.fill(serving, folder)
      let shell = "\"$0\" backup - --data \"$1\" > \"$2\""
      let made = try await Program.run("sh", ["-c", shell, Program.woof, folder.path("data"), folder.path("a.tar")])
      #expect(made.code == 0)
      #expect(made.errors.contains("2 blobs"))
      mkdir(folder.path("unpacked"), 0o700)
      let unpacked = try await Program.run("tar", ["-xf", folder.path("a.tar"), "-C", folder.path("unpacked")])
      #expect(unpacked.code == 0 && unpacked.errors.isEmpty, "\(unpacked.errors)")
      let sums = try await Program.run("sh", ["-c", "cd \"$0\" && sha256sum -c SHA256SUMS", folder.path("unpacked")])
      #expect(sums.code == 0, "\(sums.errors)")
      let restored = try await Self.restore(folder.path("unpacked"), to: folder.path("restored"), "--json")
      #expect(try JSONValue(Array(restored.output.utf8))["blobCount"] == 2)
      let other = try await ServingProgram(["--data", folder.path("restored"), "--listen", "127.0.0.1:0"])
      for (id, original) in originals {
        #expect(try other.client().get("/v1/photos/\(id)/original").body == original)
      }
    }
  }

  @Test func `a backup into its own data folder is refused, and the service still starts`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      _ = try await Self.fill(serving, folder)
      symlink("data", folder.path("link"))
      for target in ["data/evil", "link/restoring", "gone/../data/restoring"] {
        let outcome = try await Self.backUp(folder, folder.path(target))
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains(folder.path(target)), "\(outcome.errors)")
      }
      serving.program.signal(SIGTERM)
      #expect(try await serving.program.outcome().code == 0)
      let again = try await ServingProgram(on: folder)
      #expect(try again.client().get("/v1/photos").status == 200)
    }
  }

  @Test func `a second backup copies what is new`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      _ = try await Self.fill(serving, folder)
      #expect(try await Self.backUp(folder, folder.path("first")).code == 0)
      _ = try serving.client(Credential("ada")).addPhoto()
      let second = try await Self.backUp(folder, folder.path("second"), "--since", folder.path("first"), "--json")
      let summary = try JSONValue(Array(second.output.utf8))
      #expect(summary["blobCount"] == 3)
      #expect(summary["copiedCount"] == 1)
      #expect(summary["linkedCount"] == 2)
      #expect(
        summary.names == [
          "createdAt", "recordByteCount", "blobCount", "blobByteCount", "copiedCount", "copiedByteCount", "linkedCount",
          "missingBlobs", "dataFolder",
        ])
    }
  }

  @Test func `a killed backup is not a backup, and does not hinder the next one`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      _ = try await Self.fill(serving, folder)
      let target = folder.path("backup")
      for _ in 0..<10 {
        let backup = try Program(arguments: ["backup", target, "--data", folder.path("data")])
        usleep(UInt32.random(in: 0...30_000))
        backup.signal(SIGKILL)
        let outcome = try await backup.outcome()
        let restored = try TemporaryFolder()
        let restore = try await Self.restore(target, to: restored.path("data"))
        // Whatever has its name is whole.
        #expect(restore.code == (access(target, F_OK) == 0 ? 0 : 1))
        if outcome.code == 0 { break }
        _ = try await Program.run("rm", ["-rf", target])
      }
      _ = try await Program.run("rm", ["-rf", target])
      #expect(try await Self.backUp(folder, target).code == 0)
      #expect(folder.names.sorted() == ["backup", "data"])
    }
  }

  @Test func `a failed backup or restore reports the reason, with exit code 1`() async throws {
    let folder = try TemporaryFolder()
    let nothing = try await Self.backUp(folder, folder.path("backup"))
    #expect(nothing.code == 1)
    #expect(nothing.errors.contains("there is no store in \(folder.path("data"))"))
    #expect(folder.names.isEmpty)
    try await folder.make()
    #expect(try await Self.backUp(folder, folder.path("backup")).code == 0)
    let again = try await Self.backUp(folder, folder.path("backup"))
    #expect(again.code == 1)
    #expect(again.errors.contains("a backup goes into a new folder"))
    let live = try await Self.restore(folder.path("backup"), to: folder.path("data"))
    #expect(live.code == 1)
    #expect(live.errors.contains("is not empty"))
    let missing = try await Self.restore(folder.path("nowhere"), to: folder.path("other"))
    #expect(missing.code == 1)
    #expect(missing.errors.contains("no whole backup"))
  }

  @Test func `an unfinished restore keeps the service from starting`() async throws {
    let folder = try TemporaryFolder()
    for name in ["data", "data/restoring"] { mkdir(folder.path(name), 0o700) }
    let outcome = try await Program.run(["serve", "--data", folder.path("data"), "--listen", "127.0.0.1:0"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("run it again"))
  }
}
