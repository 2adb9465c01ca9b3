// SPDX-License-Identifier: Apache-2.0

/// A type that publishes a property marked with an attribute.
///
/// `@Published var name: String` in a class gives the property a publisher, `$name`. The publisher sends the current
/// value to each new subscriber, and each new value before the property has it: within a subscriber the property still
/// has the old value.
///
/// The property itself is no safer with several threads than any other; its publisher is.
@propertyWrapper
public struct Published<Value> {
  private var storage: PublishedStorage<Value>

  /// Makes the published property with an initial value.
  public init(initialValue: Value) {
    storage = PublishedStorage(initialValue)
  }

  /// Makes the published property with an initial value.
  public init(wrappedValue: Value) {
    storage = PublishedStorage(wrappedValue)
  }

  /// The property for which this instance exposes a publisher.
  ///
  /// The `$` in front of the property's name gives it. Setting it makes the property share its value and
  /// its subscribers with another one.
  public var projectedValue: Publisher {
    mutating get { Publisher(storage) }
    set { storage = newValue.storage }
  }

  /// The value of a property outside a class, which there cannot be.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { storage.value }
    set { storage.set(newValue) }
  }

  /// The value of the property of an object: what the compiler calls for `object.property`.
  ///
  /// Setting it tells first the object's subscribers, if it is an ``ObservableObject``, then the property's, and then
  /// changes the value.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].storage.value }
    set {
      let storage = object[keyPath: storageKeyPath].storage
      storage.owner = object
      storage.set(newValue)
    }
  }

  /// The publisher of the property of an object: what the compiler calls for `object.$property`.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    projected projectedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Publisher>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Publisher {
    get {
      let storage = object[keyPath: storageKeyPath].storage
      storage.owner = object
      return Publisher(storage)
    }
    set { object[keyPath: storageKeyPath].projectedValue = newValue }
  }
}
