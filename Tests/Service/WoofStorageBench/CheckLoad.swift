// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCore
import WoofModel
import WoofStorage

/// Measures how fast a store is checked, beside `openssl dgst -sha256` over the same files, neither of which finds them in
/// memory.
struct CheckLoad {
  let photoCount: Int
  let byteCount: Int
  let path: String

  func run() async throws {
    var store = try await FilledStore(at: "\(path)/data")
    try await store.add(photoCount, byteCount: byteCount)
    await store.storage.close()
    sync()
    let total = Double(photoCount) * Double(byteCount)
    print("\(photoCount) photos of \(byteCount) bytes, \(Int(total / 1e9)) GB")
    for turn in 1...2 {
      forget(in: "\(path)/data/blobs")
      let before = residentByteCount
      var start = SystemTimeSource().monotonicNanoseconds()
      let findings = try StoreCheck(of: store.folder).run(.bytes)
      report("\(turn) woof check, \(findings.count) findings", total, since: start)
      print("    most memory \(residentByteCount >> 20) MB, \(before >> 20) MB before it")
      forget(in: "\(path)/data/blobs")
      start = SystemTimeSource().monotonicNanoseconds()
      let status = system("find '\(path)/data/blobs' -type f -print0 | xargs -0 openssl dgst -sha256 > /dev/null")
      report("\(turn) openssl dgst -sha256, status \(status)", total, since: start)
    }
    store.folder.close()
  }

  private func report(_ name: String, _ byteCount: Double, since start: Int64) {
    let seconds = Double(SystemTimeSource().monotonicNanoseconds() - start) / 1e9
    print("  \(name): \(Int(byteCount / 1e6 / seconds)) MB/s, \(Int(seconds)) s")
  }

  /// Takes the files below a folder out of the system's page cache.
  private func forget(in folder: String) {
    for name in (try? SystemFileSystem().names(in: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        forget(in: path)
      } else {
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
      }
    }
  }

  private var residentByteCount: Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss << 10
  }
}
