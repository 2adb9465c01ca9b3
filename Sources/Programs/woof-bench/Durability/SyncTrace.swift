// SPDX-License-Identifier: Apache-2.0

/// A service's system calls as strace reports them, read line by line. It finds the responses that left while a write
/// before them was not on the disk yet.
///
/// A line is one system call as `strace -f -y` writes it; a call that overlaps with others comes in two lines.
struct SyncTrace {
  /// A response that was sent.
  struct Response: Equatable {
    var status: Int
    /// The files and folders below the watched one that were synced since the response before, in that order.
    var synced: [String]
    /// The files and folders that had been written since the response before, and were not on the disk when this one
    /// left.
    var unsynced: Set<String>
  }

  private let folder: String
  private let spool: String
  private var number = 0
  /// The beginnings of calls that have not ended, by thread.
  private var unfinished: [Substring: (text: Substring, number: Int)] = [:]
  private var lastWrite: [String: Int] = [:]
  private var lastSync: [String: Int] = [:]
  private var lastResponse = 0
  private var synced: [String] = []
  /// The responses so far.
  private(set) var responses: [Response] = []

  /// - Parameters:
  ///   - folder: The folder below which files are watched.
  ///   - spool: The folder in it whose entries need not be durable; the contents of its files are watched like others.
  init(folder: String, spool: String = "spool") {
    self.folder = folder
    self.spool = "\(folder)/\(spool)"
  }

  /// Takes the next line.
  mutating func take(_ line: some StringProtocol) {
    number += 1
    let line = String(line)
    guard let blank = line.firstIndex(of: " ") else { return }
    let thread = line[..<blank]
    let text = line[blank...].drop { $0 == " " }
    if text.hasSuffix("<unfinished ...>") {
      unfinished[thread] = (text, number)
      // The bytes of a response may have left before the call returns.
      if Self.isSending(text) { takeResponse(text) }
    } else if text.hasPrefix("<... ") {
      guard let begun = unfinished.removeValue(forKey: thread), !Self.isSending(begun.text) else { return }
      take(begun.text, begunAt: begun.number, outcome: text)
    } else if Self.isSending(text) {
      takeResponse(text)
    } else {
      take(text, begunAt: number, outcome: text)
    }
  }

  private mutating func take(_ call: Substring, begunAt start: Int, outcome: Substring) {
    guard let equals = outcome.range(of: " = ", backwards: true), !outcome[equals.upperBound...].hasPrefix("-1") else {
      return
    }
    switch call.prefix(while: { $0 != "(" }) {
    case "write", "pwrite64", "writev", "pwritev", "pwritev2", "ftruncate":
      if let path = Self.annotatedPath(call) { note(written: path) }
    case "fsync", "fdatasync":
      guard let path = Self.annotatedPath(call), path.hasPrefix(folder) else { return }
      lastSync[path] = start
      synced.append(path)
    case "rename", "renameat", "renameat2", "link", "linkat":
      // The new name lies in a folder whose entries are to be synced.
      guard let path = Self.lastQuoted(call), let slash = path.lastIndex(of: "/"), path[..<slash] != spool else {
        return
      }
      note(written: String(path[..<slash]))
    default: break
    }
  }

  private mutating func note(written path: String) {
    if path.hasPrefix(folder) { lastWrite[path] = number }
  }

  private mutating func takeResponse(_ call: Substring) {
    guard let start = call.range(of: "\"HTTP/1.1 ")?.upperBound, let status = Int(call[start...].prefix(3)),
      status >= 200
    else { return }
    let unsynced = lastWrite.filter { path, written in
      // A database with a write-ahead log is written when the log has been synced, and vouches for nothing.
      written > max(lastSync[path, default: 0], lastResponse) && lastWrite["\(path)-wal"] == nil
    }
    lastResponse = number
    responses.append(Response(status: status, synced: synced, unsynced: Set(unsynced.keys)))
    synced = []
  }

  private static func isSending(_ call: Substring) -> Bool {
    ["sendto(", "sendmsg(", "write(", "writev("].contains { call.hasPrefix($0) } && call.contains("\"HTTP/1.1 ")
  }

  /// The path of the descriptor that is the first argument, which `-y` adds in angle brackets.
  private static func annotatedPath(_ call: Substring) -> String? {
    guard let open = call.firstIndex(of: "<"), let close = call[open...].firstIndex(of: ">") else { return nil }
    return String(call[call.index(after: open)..<close])
  }

  private static func lastQuoted(_ call: Substring) -> String? {
    guard let close = call.lastIndex(of: "\""), let open = call[..<close].lastIndex(of: "\"") else { return nil }
    return String(call[call.index(after: open)..<close])
  }
}

extension Substring {
  /// Returns the range of the first occurrence of a text, or of the last one; `nil` if there is none.
  fileprivate func range(of text: String, backwards: Bool = false) -> Range<Index>? {
    var found: Range<Index>?
    var start = startIndex
    while let end = index(start, offsetBy: text.count, limitedBy: endIndex) {
      if self[start..<end] == text {
        found = start..<end
        if !backwards { return found }
      }
      start = index(after: start)
    }
    return found
  }
}
