// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What this process and its workers hold.
struct Footprint {
  var ownKibibytes: Int
  var workersKibibytes: Int
  var descriptorCount: Int

  static var current: Footprint {
    let own = getpid()
    let workers = numbers(in: "/proc").filter { parent(of: $0) == own }
    return Footprint(
      ownKibibytes: residentKibibytes(of: own), workersKibibytes: workers.reduce(0) { $0 + residentKibibytes(of: $1) },
      descriptorCount: numbers(in: "/proc/self/fd").count)
  }

  private static func numbers(in folder: String) -> [Int32] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var numbers: [Int32] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let number = Int32(name) { numbers.append(number) }
    }
    return numbers
  }

  private static func text(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = max(0, read(descriptor, &bytes, bytes.count))
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private static func residentKibibytes(of process: Int32) -> Int {
    let fields = text("/proc/\(process)/statm").split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
  }

  /// The fourth field; the second one is in brackets and may hold anything.
  private static func parent(of process: Int32) -> Int32? {
    let rest = text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    return rest.count > 1 ? Int32(rest[1]) : nil
  }
}
