internal import WoofCore
internal import WoofCryptography

extension Snapshot {
  /// The credential of an account; `nil` where there is no account of that name.
  func credential(of name: AccountName) throws(SQLiteError) -> StoredCredential? {
    try database[.credential].first(name) { (columns) throws(SQLiteError) in
      StoredCredential(account: try Self.account(&columns), passwordHash: try columns.next())
    }
  }

  /// The number of accounts whose hashes have a cost, by cost.
  func passwordCosts() throws(SQLiteError) -> [PasswordHash.Cost: Int] {
    var counts: [PasswordHash.Cost: Int] = [:]
    try database[.passwordCosts].rows { (columns) throws(SQLiteError) in
      let (text, count) = (try columns.next(String.self), try columns.next(Int.self))
      if let cost = PasswordHash.Cost(text) { counts[cost] = count }
      return true
    }
    return counts
  }

  /// What an account has; `nil` where there is none.
  func summary(of id: AccountID) throws(SQLiteError) -> AccountSummary? {
    let account = try database[.account].first(id) { (columns) throws(SQLiteError) in try Self.account(&columns) }
    return try account.map(summary)
  }

  /// What accounts have, by name.
  func summaries(after name: AccountName? = nil, limit: Int = .max) throws(SQLiteError) -> [AccountSummary] {
    let accounts = try database[.accounts].all(name?.text ?? "", limit) { (columns) throws(SQLiteError) in
      try Self.account(&columns)
    }
    var summaries: [AccountSummary] = []
    for account in accounts { summaries.append(try summary(account)) }
    return summaries
  }

  /// How many bytes the originals of an account's photos have together.
  func originalByteCount(of account: AccountID) throws(SQLiteError) -> Int64 {
    try database[.originalBytes].first(account) { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }

  private func summary(_ account: Account) throws(SQLiteError) -> AccountSummary {
    let photoCount = try count(.photoCount, of: account.id)
    var favouriteCount = try count(.favouriteCount, of: account.id)
    for pair in pending?.pairs(of: account.id).values ?? [:].values {
      favouriteCount += (pair.setAt == nil ? 0 : 1) - (pair.foldedSetAt == nil ? 0 : 1)
    }
    return AccountSummary(account: account, photoCount: photoCount, favouriteCount: favouriteCount)
  }

  private func count(_ sql: SQL, of account: AccountID) throws(SQLiteError) -> Int {
    try database[sql].first(account) { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }

  private static func account(_ columns: inout Columns) throws(SQLiteError) -> Account {
    try Account(
      id: columns.next(), name: columns.next(), isAdministrator: columns.next(), isDisabled: columns.next(),
      createdAt: columns.next(), passwordVersion: columns.next())
  }
}

extension SQL {
  fileprivate static let credential = SQL(
    """
    SELECT number, name, is_administrator, is_disabled, created_at, password_version, password_hash FROM account
    WHERE name = ?1 AND deleted_at IS NULL
    """)
  // A hash is `$scrypt$`, its cost, and after another `$` the rest.
  fileprivate static let passwordCosts = SQL(
    """
    SELECT substr(password_hash, 9, instr(substr(password_hash, 9), '$') - 1) AS cost, count(*) FROM account
    WHERE deleted_at IS NULL GROUP BY cost
    """)
  fileprivate static let account = SQL(
    """
    SELECT number, name, is_administrator, is_disabled, created_at, password_version FROM account
    WHERE number = ?1 AND deleted_at IS NULL
    """)
  fileprivate static let accounts = SQL(
    """
    SELECT number, name, is_administrator, is_disabled, created_at, password_version FROM account
    WHERE deleted_at IS NULL AND name > ?1 ORDER BY name LIMIT ?2
    """)
  fileprivate static let originalBytes = SQL(
    """
    SELECT coalesce(sum(byte_count), 0) FROM photo CROSS JOIN photo_detail ON photo_detail.photo = photo.number
    WHERE owner = ?1 AND is_deleted = 0
    """)
  fileprivate static let photoCount = SQL("SELECT count(*) FROM photo WHERE owner = ?1 AND is_deleted = 0")
  fileprivate static let favouriteCount = SQL("SELECT count(*) FROM favourite_order WHERE account = ?1")
}
