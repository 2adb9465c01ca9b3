// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofModel

/// Something that waits for the writer.
enum WriteOperation: Sendable {
  /// A favourite; by far the most frequent, so it stands here by itself and allocates nothing.
  case favourite(FavouriteWrite)
  /// Anything else.
  case other(any QueuedWrite)

  /// `true` if the operation may use the disk's reserve; always `false` for a favourite.
  var mayUseReserve: Bool {
    switch self {
    case .favourite: false
    case .other(let write): write.mayUseReserve
    }
  }

  /// Gives the error that its transaction failed.
  func fail(_ error: WoofError) {
    switch self {
    case .favourite(let write): write.continuation.resume(throwing: error)
    case .other(let write): write.finish(failure: error)
    }
  }
}

/// A favourite that is to be set or unset.
struct FavouriteWrite: Sendable {
  let isFavourite: Bool
  let photo: PhotoID
  let account: AccountID
  let time: Timestamp
  let check: @Sendable (PhotoRecord?) throws -> Void
  let continuation: UnsafeContinuation<PhotoRecord, any Error>
}

/// A write of any kind, from its place in the queue to its result.
protocol QueuedWrite: AnyObject, Sendable {
  /// `true` if the write may use the disk's reserve, because it administers or makes room.
  var mayUseReserve: Bool { get }

  /// Does the work, on the writer's thread.
  ///
  /// - Throws: ``SQLiteError`` to fail the whole transaction; other errors are kept for the result.
  func run(in transaction: inout WriteTransaction) throws(SQLiteError)

  /// Gives the result, after the transaction was committed, or failed with an error.
  func finish(failure: WoofError?)
}

/// A write that makes a result.
///
/// The work looks first and writes then: once it has written, nothing but ``SQLiteError`` may be thrown.
final class Write<Result: Sendable>: QueuedWrite {
  private let work: @Sendable (inout WriteTransaction) throws -> Result
  private let completion: @Sendable (Swift.Result<Result, any Error>) -> Void
  private let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)
  let mayUseReserve: Bool

  init(
    mayUseReserve: Bool = false, _ work: @escaping @Sendable (inout WriteTransaction) throws -> Result,
    completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
  ) {
    self.mayUseReserve = mayUseReserve
    self.work = work
    self.completion = completion
  }

  func run(in transaction: inout WriteTransaction) throws(SQLiteError) {
    let changeCount = transaction.database.changeCount
    do {
      let result = try work(&transaction)
      outcome.withLock { $0 = .success(result) }
    } catch let error as SQLiteError {
      throw error
    } catch {
      assert(transaction.database.changeCount == changeCount, "a write that fails by itself must not have written")
      outcome.withLock { $0 = .failure(error) }
    }
  }

  func finish(failure: WoofError?) {
    switch outcome.withLock({ $0 }) {
    case .failure(let error): completion(.failure(error))
    case .success(let result): completion(failure.map { .failure($0) } ?? .success(result))
    case nil: completion(.failure(failure ?? WoofError(.internal, "The write was not run.")))
    }
  }
}
