// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine

/// Compares what uploads cost the client with what they cost curl.
struct CostCommand: Command {
  static let name = "cost"
  static let summary = "Measures the processor time that uploads take from the client, beside curl's."
  static let discussion = """
    The SDK, curl, and a program that only makes the digests of the files take turns, each as a process of its own that \
    sends the same files, one after the other over one connection, to a service with a new data folder. The time is that \
    of the process, in user mode and in the system. curl makes no digest.
    """

  private let woof: String
  private let photoCount: Int
  private let byteCount: Int
  private let rounds: Int

  init(from reader: inout ArgumentReader) {
    woof =
      reader.option("--woof", .text("FILE"), "The woof to run. By default the one beside this program.")
      ?? ChaosPlan().woof
    photoCount = reader.option("--photos", .integer(in: 1...100_000), default: 1_000, "How many photos.")
    byteCount = reader.option("--bytes", .integer(in: 1_000...50_000_000), default: 2_000_000, "How long each is.")
    rounds = reader.option("--rounds", .integer(in: 1...100), default: 3, "How often each side has its turn.")
  }

  func run() async throws -> ExitCode {
    for number in 0..<photoCount {
      let data = DrawnPhoto.bytes(number: number, byteCount: byteCount, seed: 1)
      try data.write(to: scratch.url("sent/\(number).jpg"))
    }
    var seconds: [UploadSide: [Double]] = [:]
    for round in 0..<rounds {
      for side in round % 2 == 0 ? UploadSide.allCases : UploadSide.allCases.reversed() {
        seconds[side, default: []].append(try await measure(side))
      }
    }
    let bytes = Double(photoCount * byteCount)
    let medians = seconds.mapValues { $0.sorted()[$0.count / 2] }
    for side in UploadSide.allCases {
      let cost = (medians[side] ?? 0) / bytes * 1e9
      let all = (seconds[side] ?? []).map { String(format: "%.2f", $0) }.joined(separator: " ")
      print(String(format: "%@: %.3f ns a byte (%@ s)", side.description, cost, all))
    }
    guard let sdk = medians[.sdk], let curl = medians[.curl], let digest = medians[.digest] else { return .failed }
    print(
      String(
        format: "the SDK takes %.2f times what curl does, and %.2f without the digest", sdk / curl,
        (sdk - digest) / curl))
    return sdk / curl <= 2 ? .done : .failed
  }

  private func measure(_ side: UploadSide) async throws -> Double {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let service = try KilledService(woof, in: folder)
    try await service.addAccounts(["dog"])
    try await service.start()
    defer { service.stop() }
    return try side.processorSeconds(sending: photoCount, to: service.place.port, in: folder)
  }
}

/// Sends files, as the process whose time is measured.
struct SendCommand: Command {
  static let name = "send"
  static let summary = "Uploads files one after the other, or only makes their digests; used by cost."

  private let port: Int
  private let photoCount: Int
  private let folder: String
  private let onlyDigests: Bool

  init(from reader: inout ArgumentReader) {
    port = reader.option("--port", .integer(in: 1...65_535), default: 9663, "The port of the service.")
    photoCount = reader.option("--photos", .integer(in: 1...100_000), default: 1, "How many files.")
    onlyDigests = reader.flag("--only-digests", "Sends nothing.")
    folder = reader.argument("FOLDER", "Where the files are, as 0.jpg and so on.")
  }

  func run() async throws -> ExitCode {
    let place = ServicePlace(port: UInt16(port), authority: nil)
    let client = try await Clients.client(of: "dog", at: place, patience: .never)
    for number in 0..<photoCount {
      let file = URL(filePath: "\(folder)/\(number).jpg", directoryHint: .notDirectory)
      if onlyDigests {
        _ = try await Digest(ofFile: file)
      } else {
        _ = try await client.upload(fromFile: file)
      }
    }
    return .done
  }
}
