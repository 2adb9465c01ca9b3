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
