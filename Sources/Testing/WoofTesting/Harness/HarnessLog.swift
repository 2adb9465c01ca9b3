// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofAPI

/// The log of a harness's service, in a file of its folder.
final class HarnessLog: Sendable {
  let sink: LogSink
  private let descriptor: Int32

  init(in folder: String) {
    descriptor = woof_open("\(folder)/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    // Tests look at once for the line of a request that has been answered.
    sink = LogSink(descriptor: descriptor, format: .json, level: .info, requestDelay: .zero)
  }

  /// Writes what waits.
  func close() {
    sink.close()
    Glibc.close(descriptor)
  }
}
