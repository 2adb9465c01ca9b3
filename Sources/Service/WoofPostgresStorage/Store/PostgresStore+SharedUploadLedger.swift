// SPDX-License-Identifier: Apache-2.0

package import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: SharedUploadLedger {
  /// Begins an upload, if there is room for it; one of the same account and idempotency key goes.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where the account has been deleted, or `forbidden` where it has been
  ///   disabled.
  package func admit(
    _ upload: SharedUploadBeginning, _ limits: ResumableUploadLimits, countLimit: Int64?
  ) async throws -> SharedUploadAdmission {
    let (limit, ownLimit) = (Int64(limits.count), countLimit ?? Int64(limits.countPerAccount))
    let statement = PostgreSQLStatement(
      UploadSQL.admit, .bytes(upload.id.bytes), .integer(upload.account.rawValue), .text(upload.idempotencyKey),
      .bytes(upload.note), .integer(upload.length), .integer(upload.reservation), .integer(upload.age),
      .bytes(upload.ticket?.uuid.columnBytes), .integer(limits.lifetimeSeconds * 1000), .integer(limit),
      .integer(ownLimit), .integer(limits.byteCountPerAccount))
    let locks = [GrantSQL.lock(upload.account), UploadSQL.lock(upload.idempotencyKey, of: upload.account)]
    let answer = try await write(locks + [statement]) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try AdmissionAnswer(&row) }
    }
    guard let answer else { throw WoofError.deletedAccount }
    return try answer.admission(limit, ownLimit, limits.byteCountPerAccount)
  }

  /// Begins a turn: the one before it ends.
  package func takeTurn(of id: UploadID) async throws -> SharedUploadTaking {
    let statements = [
      UploadSQL.lock(id), PostgreSQLStatement(UploadSQL.takeTurn, .bytes(id.bytes)),
      PostgreSQLStatement(UploadSQL.read, .bytes(id.bytes)),
    ]
    let upload = try await write(statements) { (rows) throws(PostgreSQLError) in try Self.upload(rows) }
    guard let upload else { return .gone }
    return upload.isComplete ? .isBeingCompleted : .taken(upload)
  }

  /// Counts a part whose bytes are kept; doing it twice counts it once.
  ///
  /// - Returns: `false` if the turn is over, so that the part does not count.
  package func note(_ part: UploadPart, length: Int64?) async throws -> Bool {
    let (name, digest) = (part.name, [UInt8](part.digest.bytes))
    return try await decide(
      name.upload,
      PostgreSQLStatement(
        UploadSQL.note, .bytes(name.upload.bytes), .integer(name.turn), .integer(name.number), .integer(part.start),
        .integer(part.byteCount), .bytes(digest), .integer(length)))
  }

  /// Notes that all bytes have come, and that for two minutes nobody but this node makes a photo of them.
  ///
  /// - Returns: `false` if the turn is over, or the upload has another number of bytes.
  package func complete(_ id: UploadID, turn: Int64, byteCount: Int64) async throws -> Bool {
    try await decide(
      id, PostgreSQLStatement(UploadSQL.complete, .bytes(id.bytes), .integer(turn), .integer(byteCount)))
  }

  /// Ends the time for which nobody but this node makes a photo.
  package func release(_ id: UploadID, turn: Int64) async throws {
    try await write([
      UploadSQL.lock(id), PostgreSQLStatement(UploadSQL.release, .bytes(id.bytes), .integer(turn)),
    ]) { _ in }
  }

  private func decide(_ id: UploadID, _ statement: PostgreSQLStatement) async throws -> Bool {
    try await write([UploadSQL.lock(id), statement]) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try row.boolean() } ?? false
    }
  }

  /// Removes an upload, in a turn or, where that is `nil`, unless a photo is being made of it.
  package func remove(_ id: UploadID, turn: Int64?) async throws -> SharedUploadRemoval {
    let statement = PostgreSQLStatement(UploadSQL.remove, .bytes(id.bytes), .integer(turn))
    let answer = try await write([UploadSQL.lock(id), statement]) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in
        (isDue: try row.boolean(), garbage: try UploadSQL.names(&row))
      }
    }
    guard let answer else { return .gone }
    guard answer.isDue else { return turn == nil ? .isBeingCompleted : .gone }
    return .removed(garbage: answer.garbage)
  }

  /// The upload of an id as it is; `nil` where there is none, or its time is over.
  package func upload(_ id: UploadID) async throws -> SharedUpload? {
    try await read(PostgreSQLStatement(UploadSQL.read, .bytes(id.bytes))) { (rows) throws(PostgreSQLError) in
      try Self.upload(rows)
    }
  }

  /// The uploads of an account as they are, the newest first, without parts.
  package func uploads(of account: AccountID) async throws -> [SharedUpload] {
    let statement = PostgreSQLStatement(UploadSQL.ofAccount, .integer(account.rawValue))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try UploadSQL.upload(&row) }
    }
  }

  /// Those of the names that parts have.
  package func names(among names: [UploadPart.Name]) async throws -> Set<UploadPart.Name> {
    guard !names.isEmpty else { return [] }
    let statement = PostgreSQLStatement(
      UploadSQL.among, .byteStrings(names.map(\.upload.bytes)), .integers(names.map(\.turn)),
      .integers(names.map(\.number)))
    let found = try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        UploadPart.Name(upload: try row.uploadID(), turn: try row.integer(), number: try row.integer())
      }
    }
    return Set(found)
  }

  private static func upload(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> SharedUpload? {
    try rows.first { (row) throws(PostgreSQLError) in try UploadSQL.upload(&row) }
  }
}

/// The answer to ``UploadSQL/admit``.
private struct AdmissionAnswer {
  private let verdict: UploadSQL.Verdict
  private let count: Int64
  private let ownCount: Int64
  private let ownByteCount: Int64
  private let share: Int64
  private let garbage: [UploadPart.Name]

  init(_ row: inout PostgreSQLRow) throws(PostgreSQLError) {
    verdict = try row.whole(UploadSQL.Verdict(rawValue: try row.text()))
    (count, ownCount, ownByteCount) = (try row.integer(), try row.integer(), try row.integer())
    (share, garbage) = (try row.integer(), try UploadSQL.names(&row))
  }

  func admission(
    _ limit: Int64, _ ownLimit: Int64, _ byteLimit: Int64
  ) throws(WoofError) -> SharedUploadAdmission {
    switch verdict {
    case .new, .there: .taken(garbage: garbage)
    case .deleted: throw WoofError.deletedAccount
    case .disabled: throw WoofError.disabledAccount
    case .completing: .isBeingCompleted
    case .outdated: .isOutdated
    case .uploads: .refused(UploadLedger.Refusal(limit: .uploads, value: limit, used: count))
    case .uploadsPerAccount: .refused(UploadLedger.Refusal(limit: .uploadsPerAccount, value: ownLimit, used: ownCount))
    case .share: .refused(UploadLedger.Refusal(limit: .uploads, value: share, used: ownCount))
    case .bytesPerAccount:
      .refused(UploadLedger.Refusal(limit: .bytesPerAccount, value: byteLimit, used: ownByteCount))
    }
  }
}
