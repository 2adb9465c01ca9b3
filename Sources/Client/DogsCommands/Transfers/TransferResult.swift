// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel
import WoofTerminal

/// The result for one of several photos to be uploaded or downloaded: a line of output.
struct TransferResult: Hashable, Sendable {
  enum Status: Hashable, Sendable {
    /// It went over.
    case done
    /// The same bytes were there already.
    case present
    /// The same bytes were there already, and what is said of them has been changed.
    case updated
    /// The same bytes were there already, and what was to be said of them is not.
    case unapplied(FailureReport)
    case failed(FailureReport)
  }

  /// The file on this machine; `nil` where it is not known.
  var file: String?
  /// The name of the photo on the command line; `nil` if that is its id.
  var name: String?
  /// The photo; `nil` where there is none yet.
  var id: PhotoID?
  /// The album that the photo is added to or taken out of; `nil` where it is about the photo alone.
  var album: AlbumID?
  var digest: Digest?
  var status: Status
  /// `true` if the service has not been told of it yet.
  var isPending = false

  var failure: FailureReport? {
    switch status {
    case .failed(let report), .unapplied(let report): report
    case .done, .present, .updated: nil
    }
  }

  /// As one line of JSON.
  ///
  /// - Parameter done: The word for what went over.
  func json(done: String) -> String {
    JSONLine.object { writer in
      writer.name("status")
      writer.value(word(done: done))
      if let file {
        writer.name("file")
        writer.value(file)
      }
      if let name = id?.description ?? name {
        writer.name("id")
        writer.value(name)
      }
      if let album {
        writer.name("album")
        writer.value(album.description)
      }
      if let digest {
        writer.name("digest")
        writer.value(digest)
      }
      if isPending {
        writer.name("pending")
        writer.value(true)
      }
      failure?.write(to: &writer)
    }
  }

  /// As a line for somebody to read.
  func text(done: String) -> String {
    let names = [file, id?.description ?? name].compactMap { $0?.printable }.joined(separator: "  ")
    let width = max(done.count, "present".count)
    return "\(word(done: done).padded(toWidth: width))  \(names)\(failure.map { ": \($0.message)" } ?? "")\n"
  }

  private func word(done: String) -> String {
    switch status {
    case .done: done
    case .present, .unapplied: "present"
    case .updated: "updated"
    case .failed: "failed"
    }
  }
}

/// The number of transfers by outcome.
struct TransferTally: Hashable, Sendable {
  private var doneCount = 0
  private var presentCount = 0
  private var updatedCount = 0
  private var unappliedCount = 0
  private var failedCount = 0

  /// Counts one that has ended.
  mutating func count(_ result: TransferResult) {
    switch result.status {
    case .done: doneCount += 1
    case .present: presentCount += 1
    case .updated: (presentCount, updatedCount) = (presentCount + 1, updatedCount + 1)
    case .unapplied: (presentCount, unappliedCount) = (presentCount + 1, unappliedCount + 1)
    case .failed: failedCount += 1
    }
  }

  /// `true` if no transfer failed and every change that was asked for has been made.
  var isWhole: Bool { failedCount + unappliedCount == 0 }

  /// In words.
  ///
  /// - Parameters:
  ///   - done: The word for what went over.
  ///   - total: The number of photos that were to be transferred.
  func text(done: String, of total: Int) -> String {
    let rest = total - doneCount - presentCount - failedCount
    let parts = [
      "\(doneCount) \(done)", "\(presentCount) already there",
      updatedCount > 0 ? "\(updatedCount) of them updated" : nil,
      unappliedCount > 0 ? "\(unappliedCount) of them left as they are" : nil, "\(failedCount) failed",
      rest > 0 ? "\(rest) not ended" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ") + "\n"
  }
}
