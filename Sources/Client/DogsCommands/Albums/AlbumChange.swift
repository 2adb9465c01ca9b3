// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Adds photos to an album or takes them out of it, many in one request, and prints what became of each, in the order in
/// which they were given.
struct AlbumChange: Sendable {
  enum Kind: Hashable, Sendable {
    case addition
    case removal
  }

  /// The number of photos in one request.
  private static let batchLimit = 500

  let client: WoofClient
  let kind: Kind
  let album: AlbumID
  let printsJSON: Bool
  /// `true`, the default, if photos with which it was done get a line as well as those that are refused.
  var printsDone = true

  /// Makes the change to photos that a command line names.
  ///
  /// - Returns: `done`, or `failed` where a photo is not found or refused.
  /// - Throws: An error after which it makes no sense to go on with the others.
  func perform(on references: [PhotoReference]) async throws -> ExitCode {
    let search = PhotoSearch(client: client, signsIn: true)
    var code = ExitCode.done
    for part in references.parts(of: Self.batchLimit) {
      var named: [TransferResult] = []
      for reference in part {
        do {
          named.append(result(for: try await search.id(of: reference)))
        } catch {
          named.append(try reference.failed(error))
        }
      }
      if try await !perform(onPart: named) { code = .failed }
    }
    return code
  }

  /// Makes the change to photos.
  ///
  /// - Returns: `done`, or `failed` where a photo is refused.
  /// - Throws: An error after which it makes no sense to go on with the others.
  func perform(on ids: [PhotoID]) async throws -> ExitCode {
    var code = ExitCode.done
    for part in ids.parts(of: Self.batchLimit) {
      if try await !perform(onPart: part.map(result(for:))) { code = .failed }
    }
    return code
  }

  /// Makes the change to as many photos as fit into one request.
  ///
  /// - Returns: `true` if it was made to all.
  private func perform(onPart named: [TransferResult]) async throws -> Bool {
    let ids = Self.ids(in: named)
    let items =
      ids.isEmpty
      ? [] : try await client.change(ids, by: kind == .addition ? .addition(to: album) : .removal(from: album))
    let results = try Self.results(of: named, items)
    for result in results where result.failure != nil || printsDone {
      let word = kind == .addition ? "added" : "removed"
      let stream = result.failure == nil ? StandardStream.output : .error
      stream.write(printsJSON ? result.json(done: word) : result.text(done: word))
    }
    return results.allSatisfy { $0.failure == nil }
  }

  private func result(for id: PhotoID) -> TransferResult { TransferResult(id: id, album: album, status: .done) }

  /// The photos to ask about, each once, as the service wants them.
  static func ids(in named: [TransferResult]) -> [PhotoID] {
    var seen: Set<PhotoID> = []
    return named.compactMap { $0.failure == nil ? $0.id : nil }.filter { seen.insert($0).inserted }
  }

  /// The outcome for each photo, in the order in which they were named: also where one was named twice or not found.
  ///
  /// - Throws: An error after which it makes no sense to go on with the others.
  static func results(of named: [TransferResult], _ items: [PhotoBatch.Item]) throws -> [TransferResult] {
    let outcomes = Dictionary(items.map { ($0.id, $0.result) }) { first, _ in first }
    return try named.map { named in
      guard named.failure == nil, let id = named.id else { return named }
      var result = named
      switch outcomes[id] {
      case .success: break
      case .failure(let error): result.status = .failed(try FailureReport(ofOne: error))
      case nil:
        let failure = CodedFailure.invalidResponse("the service did not say what became of it")
        result.status = .failed(FailureReport(failure))
      }
      return result
    }
  }
}

extension Array {
  /// The elements in parts of so many at most, in their order.
  fileprivate func parts(of limit: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: limit).map { self[$0..<Swift.min($0 + limit, count)] }
  }
}
