// SPDX-License-Identifier: Apache-2.0

import CCurl

/// A guard that keeps a handle that is used again from reading memory that has been freed.
///
/// libcurl before 8.1.1 keeps a pointer to the last field of a response after it has freed that one, and goes there where
/// the first field of the next response is folded, which is to say begins with a space (curl #11101). It logs each line
/// before it takes it, and what it hands to the log is the line itself. So the log is switched on from the status line to
/// the first field, and a field that is folded there is made one without a name, which libcurl only stores.
struct FirstFieldGuard {
  /// `true` if libcurl forgets the fields of the response before.
  static let isNeedless = curl_version_info(CURLVERSION_FIRST).pointee.version_num >= 0x08_01_01

  /// From the beginning of a transfer over a used handle to its first field.
  fileprivate(set) var isOn = false
  /// `true` if the first field was folded: the response is not to be read any further.
  fileprivate(set) var hasFound = false
  fileprivate var isLogging = false
}

extension EasyHandle {
  /// Begins to look out for the first field, where the handle has been used before.
  func guardFirstField(isUsed: Bool) {
    firstField.isOn = isUsed && !FirstFieldGuard.isNeedless
    firstField.hasFound = false
  }

  /// libcurl has taken a line of a head; `false` where it is not to go on.
  func hasTaken(_ line: UnsafeRawBufferPointer) -> Bool {  // lent for this call
    guard firstField.isOn, let first = line.first else { return true }
    if firstField.hasFound { return false }
    if first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8) {
      setLogging(true)
    } else if first != UInt8(ascii: "\r"), first != UInt8(ascii: "\n") {
      endFirstFieldGuard()
    }
    return true
  }

  /// libcurl is about to take a line of a head.
  fileprivate func willTake(_ line: UnsafeMutableRawBufferPointer) {  // lent for this call
    guard firstField.isOn, let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") else {
      return
    }
    line[0] = UInt8(ascii: ":")
    firstField.hasFound = true
  }

  /// Looks out no more.
  func endFirstFieldGuard() {
    firstField.isOn = false
    setLogging(false)
  }

  private func setLogging(_ isLogging: Bool) {
    guard firstField.isLogging != isLogging else { return }
    firstField.isLogging = isLogging
    set(CURLOPT_VERBOSE, isLogging ? 1 : 0)
  }

  /// Gives libcurl's log to the guard: once for a handle.
  func settleFirstFieldGuard() {
    guard !FirstFieldGuard.isNeedless else { return }
    ccurl_easy_set_log(handle, easyLogs)
    setPointer(CURLOPT_DEBUGDATA, Unmanaged.passUnretained(self).toOpaque())
  }
}

private func easyLogs(
  _: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard kind == CURLINFO_HEADER_IN, let context, let bytes else { return 0 }
  Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
    .willTake(UnsafeMutableRawBufferPointer(start: bytes, count: count))
  return 0
}
