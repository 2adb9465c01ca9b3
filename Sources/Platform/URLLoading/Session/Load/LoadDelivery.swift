// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The delivery of one response's content: into memory, into a file, to a delegate or to a reader.
///
/// A value: whoever keeps it calls the delegate and keeps the time. What comes shortly after other content is gathered,
/// so that fewer calls are made for it.
struct LoadDelivery {
  /// The destination of a response's content.
  private enum Destination {
    case nowhere
    case memory
    case delegate(DelegateContent)
    case file(DownloadFile)
    case bytes(ByteChannel)
  }

  /// The steps to take after content has come, or after a time.
  struct Steps {
    /// `true` if the content was not taken: its reader has enough for now.
    var isHeld = false
    /// `true` if content is to be held from now on, until its reader has caught up.
    var pauses = false
    /// The content that is to be handed to the delegate; `nil` for none.
    var handsOver: DelegateContent?
    /// The number of bytes that were written to the file, of which the delegate is told.
    var writtenCount: Int64 = 0
    /// The time after which ``LoadDelivery/endGathering()`` is to be called; `nil` for never.
    var gathers: Duration?
    /// The reason for which the file could not be written.
    var failure: POSIXError?
  }

  private var destination = Destination.nowhere
  /// The content so far, where it goes into memory.
  private(set) var data = Data()
  /// `true` if content waits for more for a moment.
  private var isGathering = false

  /// The time for which content that comes soon after other content may wait for more before a delegate is called.
  private static let callingTime = Duration.milliseconds(1)
  /// The same for content that is written to a file; progress is reported at these intervals.
  private static let writingTime = Duration.milliseconds(10)
  /// The largest memory that is set aside at the word of a server, in bytes.
  private static let largestReserve: Int64 = 64 << 20

  init() {}

  /// `true` if the content goes into memory.
  var isInMemory: Bool { if case .memory = destination { true } else { false } }

  /// The file that the content goes to; `nil` if it goes to none.
  var file: DownloadFile? { if case .file(let file) = destination { file } else { nil } }

  // MARK: Beginning

  /// Begins to deliver the content of a data task.
  ///
  /// - Parameter isHeard: `true` if a delegate takes the content.
  mutating func begin(_ delivery: LoadPlan.Delivery, isHeard: @autoclosure () -> Bool) {
    destination =
      switch delivery {
      case .delegate: isHeard() ? .delegate(DelegateContent()) : .nowhere
      case .data: .memory
      case .file: .nowhere
      case .bytes(let channel): .bytes(channel)
      }
  }

  /// Begins to write the content to a file.
  mutating func begin(_ file: DownloadFile) { destination = .file(file) }

  // MARK: Content

  /// Takes content.
  ///
  /// - Parameter expected: The length of all the content, in bytes; negative if it is not known.
  mutating func take(_ bytes: UnsafeRawBufferPointer, expecting expected: Int64) -> Steps {
    var steps = Steps()
    switch destination {
    case .nowhere: break
    case .memory:
      if data.isEmpty, expected > Int64(bytes.count) { data.reserveCapacity(Int(min(expected, Self.largestReserve))) }
      data.append(contentsOf: bytes)
    case .delegate(let content):
      let step = content.add(bytes, mayWait: isGathering)
      steps.pauses = step.stops
      if step.callsDelegate { steps.handsOver = content }
      gather(for: Self.callingTime, &steps)
    case .file(let file):
      steps = Self.write(to: file) { file throws(POSIXError) in try file.write(bytes, mayWait: isGathering) }
      if steps.failure == nil { gather(for: Self.writingTime, &steps) }
    case .bytes(let channel): steps.isHeld = !channel.offer(bytes)
    }
    return steps
  }

  private mutating func gather(for time: Duration, _ steps: inout Steps) {
    guard !isGathering else { return }
    isGathering = true
    steps.gathers = time
  }

  /// The time is over for which content waited for more: what has been gathered is handed over.
  mutating func endGathering() -> Steps {
    isGathering = false
    var steps = flush()
    if steps.handsOver != nil { gather(for: Self.callingTime, &steps) }
    if steps.writtenCount > 0 { gather(for: Self.writingTime, &steps) }
    return steps
  }

  /// Hands over what has been gathered, without waiting for more.
  func flush() -> Steps {
    var steps = Steps()
    switch destination {
    case .delegate(let content): steps.handsOver = content.call() ? content : nil
    case .file(let file): steps = Self.write(to: file) { file throws(POSIXError) in try file.flush() }
    case .nowhere, .memory, .bytes: break
    }
    return steps
  }

  /// Content that has been gathered for a delegate, when nothing more is to come; `nil` if there is none.
  func restForDelegate() -> DelegateContent? {
    if case .delegate(let content) = destination, content.call() { content } else { nil }
  }

  private static func write(
    to file: DownloadFile, _ body: (DownloadFile) throws(POSIXError) -> Void
  ) -> Steps {
    var steps = Steps()
    let before = file.writtenCount
    do throws(POSIXError) { try body(file) } catch { steps.failure = error }
    if steps.failure == nil { steps.writtenCount = file.writtenCount - before }
    return steps
  }

  // MARK: The end

  /// The file is of no use any more.
  ///
  /// - Parameter keeps: `true` if it stays for a resumed download.
  func discardFile(keeps: Bool) {
    if keeps { file?.close() } else { file?.remove() }
  }

  /// Lets go of everything.
  mutating func end() {
    destination = .nowhere
    data = Data()
  }
}
