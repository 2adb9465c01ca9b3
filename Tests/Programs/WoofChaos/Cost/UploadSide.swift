// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Who sends files to a service.
enum UploadSide: CaseIterable, CustomStringConvertible {
  case sdk
  case curl
  case digest

  var description: String {
    switch self {
    case .sdk: "WoofClient"
    case .curl: "curl"
    case .digest: "digests alone"
    }
  }

  /// Runs the side to its end.
  ///
  /// - Returns: The processor time that it took.
  func processorSeconds(sending count: Int, to port: UInt16, in folder: ScratchFolder) throws -> Double {
    let program = "/proc/self/exe"
    switch self {
    case .sdk:
      let path = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
      return try Self.run(path, ["send", "--port", "\(port)", "--photos", "\(count)", scratch.path("sent")])
    case .digest:
      let path = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
      return try Self.run(path, ["send", "--only-digests", "--photos", "\(count)", scratch.path("sent")])
    case .curl:
      let transfers = (0..<count).map { number in
        """
        url = "http://127.0.0.1:\(port)/v1/photos"
        user = "dog:\(KilledService.password)"
        request = "POST"
        upload-file = "\(scratch.path("sent"))/\(number).jpg"
        header = "Content-Type: application/octet-stream"
        output = "/dev/null"
        fail
        """
      }
      try transfers.joined(separator: "\nnext\n").write(
        toFile: folder.path("curl"), atomically: false, encoding: .utf8)
      return try Self.run("/usr/bin/curl", ["--silent", "--show-error", "--config", folder.path("curl")])
    }
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> Double {
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier = pid_t()
    let number = posix_spawn(&identifier, program, nil, nil, &words, environ)
    guard number == 0 else {
      throw KilledService.Failure(description: "\(program): \(String(cString: strerror(number)))")
    }
    var (status, usage) = (Int32(0), rusage())
    wait4(identifier, &status, 0, &usage)
    guard status == 0 else { throw KilledService.Failure(description: "\(program) failed") }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
