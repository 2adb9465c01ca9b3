internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// What the loops remember of photos, each for itself, so that a photo that is in demand is answered without a lock, a
/// change of thread or a look into the database.
final class PhotoCache: Sendable {
  private let library: PhotoLibrary
  private let generations = GenerationTable()
  private let entries: LoopLocal<TwoGenerationCache<PhotoID, PhotoEntry>>
  private let inlineLimit: Int

  /// Makes an empty cache, and lets it hear of changes.
  ///
  /// - Parameters:
  ///   - byteLimit: How many bytes each loop remembers, contents included.
  ///   - inlineLimit: Up to which length originals are kept in memory; longer ones are kept as open files.
  init(library: PhotoLibrary, group: EventLoopGroup, byteLimit: Int, inlineLimit: Int) {
    self.library = library
    self.inlineLimit = inlineLimit
    entries = LoopLocal(group) { _ in TwoGenerationCache(costLimit: byteLimit) }
    library.parts.changes.addObserver(generations)
  }

  /// A photo that the reader may read. Runs on a loop.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`, and what the stores throw.
  func photo(_ id: PhotoID, for reader: Principal?) async throws -> PhotoEntry {
    if let entry = remembered(id) {
      _ = try PhotoAccess.readable(entry.record, by: reader)
      return entry
    }
    let generation = generations.generation(of: id)
    let record = try await library.parts.records.photo(id)
    let readable = Result { () throws(WoofError) in try PhotoAccess.readable(record, by: reader) }
    guard let record else { throw WoofError(.notFound, "There is no photo of this id.") }
    let entry = PhotoEntry(record: record, generation: generation)
    remember(entry)
    _ = try readable.get()
    return entry
  }

  /// The original of a photo, ready to be answered. Runs on a loop.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the bytes are missing.
  func original(of entry: PhotoEntry) async throws -> PhotoContent {
    if let original = entry.original { return original }
    let file = try await library.openOriginal(of: entry.record)
    let content = try await content(of: file, digest: entry.record.original.digest)
    let original = PhotoContent(of: entry.record, content: content)
    entry.original = original
    remember(entry)
    return original
  }

  /// A variant of a photo, ready to be answered; made first where it is missing. Runs on a loop.
  ///
  /// - Throws: As ``WoofCore/PictureDerivation/variant(_:of:)``.
  func variant(_ name: String, of entry: PhotoEntry) async throws -> PhotoContent {
    guard let pictures = library.parts.pictures else {
      throw WoofError(.notFound, "This service keeps no variants of photos.")
    }
    let generation = pictures.generation
    if let known = entry.variants[name], known.generation == generation { return known.content }
    let (variant, file) = try await pictures.variant(name, of: entry.record)
    let content = PhotoContent(
      variant, of: entry.record, content: try await content(of: file, digest: variant.digest))
    entry.variants[name] = (content, generation)
    remember(entry)
    return content
  }

  private func remembered(_ id: PhotoID) -> PhotoEntry? {
    entries.withValue { entries in
      guard let entry = entries.value(for: id, cost: \.cost) else { return nil }
      guard entry.generation == generations.generation(of: id) else {
        entries.removeValue(for: id)
        return nil
      }
      return entry
    }
  }

  private func remember(_ entry: PhotoEntry) {
    entries.withValue { $0.insert(entry, for: entry.record.id, cost: entry.cost) }
  }

  private func content(of file: any BlobFile, digest: Digest) async throws -> HTTPContent {
    guard file.byteCount <= inlineLimit else {
      return .file(HTTPFileRegion(owner: file, descriptor: file.descriptor, offset: 0, count: file.byteCount))
    }
    return .bytes(HTTPBytes(try await library.parts.workers.run { try BlobReader.bytes(of: file, digest: digest) }))
  }
}

/// What a loop remembers of one photo. Confined to that loop.
final class PhotoEntry: @unchecked Sendable {  // made and used on one loop only
  let record: PhotoRecord
  let generation: UInt32
  var original: PhotoContent?
  /// The variants by name, each as it was configured in a generation of what is done with pictures.
  var variants: [String: (content: PhotoContent, generation: UInt32)] = [:]

  init(record: PhotoRecord, generation: UInt32) {
    self.record = record
    self.generation = generation
  }

  /// About how many bytes the entry takes.
  var cost: Int { 1_024 + (original?.cost ?? 0) + variants.values.reduce(0) { $0 + $1.content.cost } }
}
