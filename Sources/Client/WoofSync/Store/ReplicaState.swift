// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofSQLite

/// The state of a replica: its account, the token up to which it has read, and the digests of its rows.
struct ReplicaState: Hashable, Sendable {
  /// Scheme, host and port of the service.
  var origin: String
  /// The account that the replica belongs to; `nil` until the first sign-in.
  var account: String?
  /// The name of this device among those of the account.
  var device: String
  /// The photos that are kept.
  var scope: ReplicaScope
  /// The token from which reading goes on; `nil` to begin with a snapshot.
  var token: ChangeToken?
  /// The snapshot that is being read; `nil` if none is.
  var snapshot: SnapshotProgress?
  /// The number of the last snapshot, from 1.
  var generation: Int64 = 0
  /// The digests of the rows.
  var sums = ViewSums()
}

/// The progress of a snapshot: the part that is being read, and the place in it.
struct SnapshotProgress: Hashable, Sendable, Codable {
  /// The part that is being read.
  var part: Part
  /// The cursor of the next page of the part; `nil` for the first one.
  var cursor: String?
  /// The token from which the log goes on when all parts have been read, where it was asked for before; `nil` where the
  /// pages bring it.
  var token: String?
  /// The number of photos that the account sees, where it is known.
  var expectedCount: Int?
  /// The number of photos that have been read of a part that is a list.
  var count = 0

  /// The parts of a snapshot.
  enum Part: String, Codable, Hashable, Sendable {
    /// Everything, by pages of the change log.
    case everything
    case own, favourites, newest
  }
}

/// The digests of a replica's rows, as the service computes them of what the account sees.
struct ViewSums: Hashable, Sendable {
  var own = ViewDigest()
  var `public` = ViewDigest()
  var favourites = ViewDigest()
  var photoCount: Int64 = 0

  /// Counts a row that has come.
  mutating func add(_ photo: StoredPhoto) {
    let hash = Self.hash(.photo(photo.metadata.id, version: photo.metadata.version))
    if photo.metadata.visibility == .public { `public`.add(hash: hash) } else { own.add(hash: hash) }
    if photo.isFavourite { favourites.add(hash: Self.hash(.favourite(photo.metadata.id))) }
    photoCount += 1
  }

  /// Counts a row that has gone.
  mutating func remove(_ photo: StoredPhoto) {
    let hash = Self.hash(.photo(photo.metadata.id, version: photo.metadata.version))
    if photo.metadata.visibility == .public { `public`.remove(hash: hash) } else { own.remove(hash: hash) }
    if photo.isFavourite { favourites.remove(hash: Self.hash(.favourite(photo.metadata.id))) }
    photoCount -= 1
  }

  /// Returns whether the service sees the same, as far as the replica keeps it.
  func agrees(with view: AccountView, in scope: ReplicaScope) -> Bool {
    guard scope.isEverything else {
      return (!scope.own || own == view.own) && (!scope.favourites || favourites == view.favourites)
    }
    return own == view.own && `public` == view.public && favourites == view.favourites
      && Int(photoCount) == view.photoCount
  }

  private static func hash(_ element: ViewElement) -> [UInt8] { SHA256.digest(of: element.bytes) }
}

extension ReplicaState {
  private enum Name: String {
    case origin, account, device, scope, token, snapshot, generation
    case own = "own-sum"
    case `public` = "public-sum"
    case favourites = "favourite-sum"
    case photoCount = "photo-count"
    case recoveryCount = "recovery-count"
  }

  /// Reads the state; `nil` in a new file.
  static func read(in database: Database) throws -> ReplicaState? {
    guard let origin: String = try value(.origin, in: database), let device: String = try value(.device, in: database)
    else { return nil }
    let scope: ReplicaScope? = try JSONText.decode(try value(.scope, in: database))
    var state = ReplicaState(
      origin: origin, account: try value(.account, in: database), device: device, scope: scope ?? .everything)
    state.token = try value(.token, in: database).map { ChangeToken(rawValue: $0) }
    state.snapshot = try JSONText.decode(try value(.snapshot, in: database))
    state.generation = try value(.generation, in: database) ?? 0
    state.sums.own = try digest(.own, in: database)
    state.sums.public = try digest(.public, in: database)
    state.sums.favourites = try digest(.favourites, in: database)
    state.sums.photoCount = try value(.photoCount, in: database) ?? 0
    return state
  }

  /// Writes what differs from another state, which is what the file has.
  func write(over old: ReplicaState?, to database: Database) throws {
    if old?.origin != origin { try keep(origin, as: .origin, in: database) }
    if old?.account != account { try keep(account, as: .account, in: database) }
    if old?.device != device { try keep(device, as: .device, in: database) }
    if old?.scope != scope { try keep(try JSONText.encode(scope), as: .scope, in: database) }
    if old?.token != token { try keep(token?.rawValue, as: .token, in: database) }
    if old?.snapshot != snapshot { try keep(try snapshot.map { try JSONText.encode($0) }, as: .snapshot, in: database) }
    if old?.generation != generation { try keep(generation, as: .generation, in: database) }
    guard old?.sums != sums else { return }
    try keep(sums.own.bytes, as: .own, in: database)
    try keep(sums.public.bytes, as: .public, in: database)
    try keep(sums.favourites.bytes, as: .favourites, in: database)
    try keep(sums.photoCount, as: .photoCount, in: database)
  }

  /// Counts that a commit of which nobody knew was settled, which is a change that is written whatever the file has.
  static func countRecovery(in database: Database) throws(SQLiteError) {
    try database[.countRecovery].run(Name.recoveryCount.rawValue)
  }

  private static func value<Value: SQLiteValue>(_ name: Name, in database: Database) throws(SQLiteError) -> Value? {
    try database[.stateValue].first(name.rawValue) { (columns) throws(SQLiteError) in try columns.next(Value.self) }
  }

  private static func digest(_ name: Name, in database: Database) throws(SQLiteError) -> ViewDigest {
    let bytes: [UInt8]? = try value(name, in: database)
    return bytes.flatMap { ViewDigest(bytes: $0) } ?? ViewDigest()
  }

  private func keep(_ value: some SQLiteValue, as name: Name, in database: Database) throws(SQLiteError) {
    try database[.keepStateValue].run(name.rawValue, value)
  }

  private func keep(_ value: String?, as name: Name, in database: Database) throws(SQLiteError) {
    guard let value else { return try database[.forgetStateValue].run(name.rawValue) }
    try database[.keepStateValue].run(name.rawValue, value)
  }
}

extension SQL {
  fileprivate static let stateValue = SQL("SELECT value FROM state WHERE name = ?1")
  fileprivate static let keepStateValue = SQL("INSERT OR REPLACE INTO state (name, value) VALUES (?1, ?2)")
  fileprivate static let countRecovery = SQL(
    "INSERT INTO state (name, value) VALUES (?1, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1")
  fileprivate static let forgetStateValue = SQL("DELETE FROM state WHERE name = ?1")
}
