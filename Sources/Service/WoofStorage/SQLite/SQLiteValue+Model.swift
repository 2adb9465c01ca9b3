internal import FoundationEssentials
internal import WoofCore
internal import WoofCryptography
internal import WoofModel

// How the values of the model stand in columns.

extension PhotoID: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    // Most significant byte first, so that blobs order as ids do.
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { SQLiteBlob.bind($0, to: statement, at: index) }
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> PhotoID? {
    SQLiteBlob.read(from: statement, at: column) { bytes in
      guard bytes.count == 16 else { return nil }
      return PhotoID(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }
}

extension Digest: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { bytes.bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> Digest? {
    SQLiteBlob.read(from: statement, at: column) { Digest($0) }
  }
}

extension Timestamp: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { milliseconds.bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> Timestamp? {
    Int64.read(from: statement, at: column).map { Timestamp(milliseconds: $0) }
  }
}

extension AccountID: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { rawValue.bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> AccountID? {
    Int64.read(from: statement, at: column).map { AccountID(rawValue: $0) }
  }
}

extension NullableValue {
  init(_ value: AccountID?) { if let value { self = .integer(value.rawValue) } else { self = .null } }

  init(_ value: PerceptualHash?) {
    if let value { self = .integer(Int64(bitPattern: value.rawValue)) } else { self = .null }
  }

  init(_ value: Timestamp?) { if let value { self = .integer(value.milliseconds) } else { self = .null } }
}

extension AccountName: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { text.bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> AccountName? {
    String.read(from: statement, at: column).flatMap { AccountName($0) }
  }
}

extension PasswordHash: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { description.bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> PasswordHash? {
    String.read(from: statement, at: column).flatMap { PasswordHash($0) }
  }
}

extension ImageType: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { rawValue.bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> ImageType? {
    String.read(from: statement, at: column).flatMap { ImageType(rawValue: $0) }
  }
}

extension Visibility: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    let number: Int64 =
      switch self {
      case .public: 0
      case .unlisted: 1
      case .private: 2
      }
    return number.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Visibility? {
    switch Int64.read(from: statement, at: column) {
    case 0: .public
    case 1: .unlisted
    case 2: .private
    default: nil
    }
  }
}

extension PerceptualHash: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    Int64(bitPattern: rawValue).bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> PerceptualHash? {
    Int64.read(from: statement, at: column).map { PerceptualHash(rawValue: UInt64(bitPattern: $0)) }
  }
}

extension PartHashes: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    values.flatMap { hash in (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) } }
      .bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> PartHashes? {
    SQLiteBlob.read(from: statement, at: column) { bytes in
      guard bytes.count == 8 * count else { return nil }
      return PartHashes(
        (0..<count).map { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) })
    }
  }
}

extension PhotoAnnotations: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self).bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> PhotoAnnotations? {
    String.read(from: statement, at: column).flatMap {
      try? JSONDecoder().decode(PhotoAnnotations.self, from: Data($0.utf8))
    }
  }
}
