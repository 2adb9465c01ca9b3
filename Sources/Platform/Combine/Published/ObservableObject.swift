// SPDX-License-Identifier: Apache-2.0

/// A type of object with a publisher that emits before the object has changed.
///
/// By default an observable object has an `objectWillChange` publisher that emits before any of its ``Published``
/// properties changes, in the object's own class or in those it inherits from. No reflection is involved: a published property
/// learns of its object when it is set, and the publisher of an object is made when it is first asked for, and kept
/// beside the object for as long as that lives.
///
/// An object that declares an `objectWillChange` of its own sends through that itself.
public protocol ObservableObject: AnyObject {
  /// The type of publisher that emits before the object has changed.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// A publisher that emits before the object has changed.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// A publisher that emits before the object has changed: the same for as long as the object lives.
  public var objectWillChange: ObservableObjectPublisher {
    ObservableObjectPublisher.publisher(of: self)
  }
}
