// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofS3

/// The object store that is measured against.
final class BenchEngine {
  let port: Int
  let folder: String
  private let process = Process()
  private let input = Pipe()

  init() throws {
    folder = "\(NSTemporaryDirectory())/woof-s3-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Support/ObjectStoreTestKit/engine.py").standardized
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [script.path, "\(folder)/engine"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BenchFailure(description: "the object store has not started: install what engine.py names")
    }
    self.port = port
  }

  /// Ends the store, and removes all files.
  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  static var credentials: S3Credentials {
    get throws { try S3Credentials(accessKey: "test:tester", secret: "testing") }
  }

  func configuration(bucket: String) throws -> S3Configuration {
    try S3Configuration(endpoint: S3Endpoint("http://127.0.0.1:\(port)"), bucket: S3BucketName(bucket))
  }
}

/// The reason why nothing could be measured.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String
}

/// The use that this process makes of the machine.
enum ProcessUse {
  /// The processor time so far, in seconds.
  static var seconds: Double {
    let usage = current
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  /// The most memory that was resident, in KB.
  static var peakKilobytes: Int { current.ru_maxrss }

  private static var current: rusage {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage
  }
}
