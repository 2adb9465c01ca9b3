// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The methods that a class of delegates implements, found out at the first call of each and kept for the class.
final class DelegateShape: Sendable {
  private static let shapes = Mutex<[ObjectIdentifier: DelegateShape]>([:])

  /// Two bits a method.
  private let forms = Atomic<UInt64>(0)

  /// The shape of the delegate's class.
  static func of(_ delegate: any URLSessionDelegate) -> DelegateShape {
    let key = ObjectIdentifier(type(of: delegate))
    return shapes.withLock { shapes in
      if let shape = shapes[key] { return shape }
      let shape = DelegateShape()
      shapes[key] = shape
      return shape
    }
  }

  func form(of method: DelegateMethod) -> DelegateForm {
    let bits = forms.load(ordering: .relaxed) >> (UInt64(method.rawValue) * 2)
    return DelegateForm(rawValue: UInt8(truncatingIfNeeded: bits & 3)) ?? .unknown
  }

  func learn(_ form: DelegateForm, of method: DelegateMethod) {
    forms.bitwiseOr(UInt64(form.rawValue) << (UInt64(method.rawValue) * 2), ordering: .relaxed)
  }
}

/// The delegate methods whose presence matters: the next delegate is asked where the first has none.
enum DelegateMethod: UInt8, Sendable {
  case sessionBecameInvalid, sessionChallenge
  case taskCreated, taskWillBeginDelayed, taskWaits, taskRedirect, taskChallenge, taskNeedsBody, taskNeedsBodyFrom
  case taskSentBody, taskInformational, taskMetrics, taskCompleted
  case dataResponse, dataBecameDownload, dataReceived, dataWillCache
  case downloadFinished, downloadWrote, downloadResumed
}

/// The form in which a delegate implements a method.
enum DelegateForm: UInt8, Sendable {
  /// Not found out yet: it is at the first call.
  case unknown = 0
  /// A method that returns nothing, or the form with a completion handler.
  case plain = 1
  /// The `async` form.
  case asynchronous = 2
  /// Neither.
  case absent = 3
}

/// One call of a delegate method that is not known to exist.
///
/// Swift on Linux has no optional requirements. Each requirement has a default here that leaves a note in the call that
/// reached it: so the caller learns that the client did not write the method, and asks the next delegate.
final class DelegateCall: Sendable {
  @TaskLocal private static var current: DelegateCall?

  private let delegate: ObjectIdentifier
  private let method: DelegateMethod
  private let absence = Atomic<Bool>(false)

  private init(_ method: DelegateMethod, of delegate: any URLSessionDelegate) {
    self.delegate = ObjectIdentifier(delegate)
    self.method = method
  }

  /// Called by the defaults: says whether the call came from the session, which then knows that the method is absent.
  @discardableResult
  static func noteAbsence(of method: DelegateMethod, in delegate: any URLSessionDelegate) -> Bool {
    guard let call = current, call.method == method, call.delegate == ObjectIdentifier(delegate) else { return false }
    call.absence.store(true, ordering: .relaxed)
    return true
  }

  /// Calls a method, or the form with a completion handler of one, and says whether the client wrote it.
  static func finds(_ method: DelegateMethod, of delegate: any URLSessionDelegate, calling body: () -> Void) -> Bool {
    let call = DelegateCall(method, of: delegate)
    $current.withValue(call, operation: body)
    return !call.absence.load(ordering: .relaxed)
  }

  /// Calls the `async` form of a method; `nil` if the client did not write it.
  static func reply<Reply>(
    of method: DelegateMethod, of delegate: any URLSessionDelegate, calling body: () async -> Reply
  ) async -> Reply? {
    let call = DelegateCall(method, of: delegate)
    let reply = await $current.withValue(call, operation: body)
    return call.absence.load(ordering: .relaxed) ? nil : reply
  }

  /// Called by the default of an `async` form: `nil` if the session or a forwarding default called it, otherwise what
  /// the form with a completion handler gives. So neither default calls the other without end.
  static func forward<Reply: Sendable>(
    _ method: DelegateMethod, of delegate: any URLSessionDelegate,
    to body: (_ completion: @escaping @Sendable (Reply) -> Void) -> Void
  ) async -> Reply? {
    guard !noteAbsence(of: method, in: delegate) else { return nil }
    return await withCheckedContinuation { continuation in
      let once = OnlyOnce<Reply?> { continuation.resume(returning: $0) }
      let found = finds(method, of: delegate) { body { once($0) } }
      if !found { once(nil) }
    }
  }
}
