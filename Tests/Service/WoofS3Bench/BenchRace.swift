// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCryptography
import WoofS3

/// Files of one size, put or read so many at a time.
struct BenchLoad: Sendable {
  var byteCount: Int
  var fileCount: Int
  var width: Int
  var isUpload: Bool

  static let all = [true, false].flatMap { isUpload in
    [(16 << 10, 200), (2 << 20, 40), (64 << 20, 4)].flatMap { size, count in
      [1, 4].map { BenchLoad(byteCount: size, fileCount: count, width: $0, isUpload: isUpload) }
    }
  }

  var name: String { "\(isUpload ? "PUT" : "GET") \(byteCount >> 10) KB, \(width) at a time" }
  var megabytes: Double { Double(byteCount * fileCount) / 1e6 }
}

/// The same load by curl and by WoofS3, in turns.
final class BenchRace {
  struct Result {
    var load: BenchLoad
    var curl: Double
    var own: Double
    var processorTime: Double

    /// The line of the table.
    var line: String {
      let rates = [load.megabytes / curl, load.megabytes / own].map { String(format: "%.1f", $0) }
      return "\(load.name)\t\(rates[0])\t\(rates[1])\t\(String(format: "%.2f", curl / own))"
        + "\t\(String(format: "%.2f", processorTime * 1_000 / load.megabytes))"
    }
  }

  private struct File: Sendable {
    var path: String
    var key: S3ObjectKey
    var digest: [UInt8]
  }

  private let load: BenchLoad
  private let client: S3Client
  private let configuration: S3Configuration
  private let folder: String
  private var files: [File] = []

  init(_ load: BenchLoad, _ engine: BenchEngine) async throws {
    self.load = load
    folder = engine.folder
    configuration = try engine.configuration(bucket: "bench-\(load.byteCount)-\(load.width)-\(load.isUpload ? 1 : 0)")
    client = S3Client(configuration, credentials: try BenchEngine.credentials)
    try await client.createBucket()
    for index in 0..<load.fileCount {
      let path = "\(folder)/file-\(index)"
      var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: load.byteCount)
      bytes.withUnsafeMutableBytes { $0.storeBytes(of: UInt32.random(in: 0...UInt32.max), as: UInt32.self) }
      try Data(bytes).write(to: URL(filePath: path))
      files.append(File(path: path, key: try S3ObjectKey("file-\(index)"), digest: SHA256.digest(of: bytes)))
    }
  }

  func run(rounds: Int) async throws -> Result {
    var curl: [Double] = []
    var own: [Double] = []
    var processorTime: [Double] = []
    if !load.isUpload { try await sendByClient(isUpload: true) }
    for _ in 0..<rounds {
      curl.append(try measure { try sendByCurl() })
      let before = ProcessUse.seconds
      let start = ContinuousClock.now
      try await sendByClient(isUpload: load.isUpload)
      own.append((ContinuousClock.now - start) / .seconds(1))
      processorTime.append(ProcessUse.seconds - before)
    }
    return Result(
      load: load, curl: median(curl), own: median(own), processorTime: median(processorTime))
  }

  private func measure(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func sendByClient(isUpload: Bool) async throws {
    let (client, files) = (client, files)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<load.width {
        group.addTask { [width = load.width] in
          for index in stride(from: lane, to: files.count, by: width) {
            let file = files[index]
            if isUpload {
              try await client.put(file.key, file: file.path, digest: file.digest)
            } else {
              try await client.get(file.key, expecting: file.digest) { _ in }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Has curl send all requests from one process, over connections that it keeps, with the fields that WoofS3 signs.
  private func sendByCurl() throws {
    var signer = SigV4Signer(try BenchEngine.credentials, region: configuration.region)
    let parts = files.map { file in
      let authority = "127.0.0.1:\(configuration.endpoint.port ?? 80)"
      let path = "/\(configuration.bucket)/\(file.key)"
      let digest = load.isUpload ? hexadecimal(file.digest) : SigV4Request.emptyContent
      let request = SigV4Request(
        method: load.isUpload ? "PUT" : "GET", path: path,
        fields: [("Host", authority), ("X-Amz-Content-Sha256", digest)], contentDigest: digest)
      let signed = signer.fields(for: request, at: SigV4Time(secondsSince1970: Int64(Date().timeIntervalSince1970)))
      let fields = (signed + [("X-Amz-Content-Sha256", digest)]).map { "header = \"\($0): \($1)\"\n" }.joined()
      return "url = \"http://\(authority)\(path)\"\n\(fields)output = \"/dev/null\"\nfail\nsilent\n"
        + (load.isUpload ? "upload-file = \"\(file.path)\"\n" : "")
    }
    let path = "\(folder)/curl"
    try parts.joined(separator: "next\n").write(toFile: path, atomically: false, encoding: .utf8)
    let curl = Process()
    curl.executableURL = URL(filePath: "/usr/bin/curl")
    curl.arguments = ["--no-progress-meter", "--config", path]
    if load.width > 1 { curl.arguments?.insert(contentsOf: ["--parallel", "--parallel-max", "\(load.width)"], at: 0) }
    try curl.run()
    curl.waitUntilExit()
    guard curl.terminationStatus == 0 else { throw BenchFailure(description: "curl: \(curl.terminationStatus)") }
  }
}
