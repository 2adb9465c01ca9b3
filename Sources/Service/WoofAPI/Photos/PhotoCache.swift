// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The memory of the loops for photos, each loop's for itself, so that a photo that is in demand is sent without a
/// lock, a change of thread or a look into the database.
final class PhotoCache: Sendable {
  private let library: PhotoLibrary
  private let pictures: PictureDerivation?
  private let generations = GenerationTable()
  private let entries: LoopLocal<TwoGenerationCache<PhotoID, PhotoEntry>>
  private let choices: LoopLocal<FormatChoices>
  private let inlineLimit: Int
  private let verifier: BlobVerifier

  /// Makes an empty cache, and lets it hear of changes.
  ///
  /// - Parameters:
  ///   - library: The photos.
  ///   - changes: Tells which photos change.
  ///   - pictures: Makes variants; `nil` where nothing does.
  ///   - group: The loops.
  ///   - byteLimit: The most bytes that each loop remembers, contents included.
  ///   - inlineLimit: The length in bytes up to which originals are kept in memory; longer ones are kept as open files.
  ///   - verifier: Makes sure that what is sent from files has the right bytes.
  init(
    library: PhotoLibrary, changes: any ChangeLog, pictures: PictureDerivation?, group: EventLoopGroup, byteLimit: Int,
    inlineLimit: Int, verifier: BlobVerifier
  ) {
    self.library = library
    self.pictures = pictures
    self.verifier = verifier
    self.inlineLimit = inlineLimit
    choices = LoopLocal(group) { _ in FormatChoices() }
    entries = LoopLocal(group) { _ in TwoGenerationCache(costLimit: byteLimit) }
    changes.addObserver(generations)
  }

  /// A photo that the reader may read. Runs on a loop.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`, and what the stores throw.
  func photo(_ id: PhotoID, for reader: Principal?) async throws -> PhotoEntry {
    if let entry = try rememberedPhoto(id, for: reader) { return entry }
    let generation = generations.generation(of: id)
    let record = try await library.record(of: id)
    let readable = Result { () throws(WoofError) in try PhotoAccess.readable(record, by: reader) }
    guard let record else { throw WoofError.noSuchPhoto }
    let entry = PhotoEntry(record: record, generation: generation)
    remember(entry)
    _ = try readable.get()
    return entry
  }

  /// The photo, where the loop remembers it and the reader may read it; `nil` where it does not. Runs on a loop.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`.
  func rememberedPhoto(_ id: PhotoID, for reader: Principal?) throws(WoofError) -> PhotoEntry? {
    guard let entry = remembered(id) else { return nil }
    _ = try PhotoAccess.readable(entry.record, by: reader)
    return entry
  }

  /// The original of a photo, where it is ready to be sent; `nil` where it has to be read first. Runs on a loop.
  func rememberedOriginal(of entry: PhotoEntry) -> PhotoContent? {
    guard let original = entry.original, isProven(original) else { return nil }
    return original
  }

  /// The original of a photo, ready to be sent. Runs on a loop.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the bytes are missing or damaged.
  func original(of entry: PhotoEntry) async throws -> PhotoContent {
    if let original = rememberedOriginal(of: entry) { return original }
    entry.original = nil
    let file = try await library.openOriginal(of: entry.record)
    let (bytes, proof) = try await verifier.content(
      of: file, digest: entry.record.original.digest, inlineLimit: inlineLimit)
    var original = PhotoContent(of: entry.record, content: bytes)
    original.proof = proof
    entry.original = original
    remember(entry)
    return original
  }

  /// A variant of a photo, ready to be sent; made first where it is missing or damaged. Runs on a loop.
  ///
  /// - Parameter fields: The fields of the request, whose `Accept` chooses a format where the variant has several.
  /// - Throws: As ``WoofCore/PictureDerivation/soundVariant(_:of:check:checkingOriginal:)``.
  func variant(_ name: String, of entry: PhotoEntry, for fields: HTTPFields) async throws -> PhotoContent {
    guard let pictures else {
      throw WoofError(.notFound, "This service keeps no variants of photos.")
    }
    if let known = rememberedVariant(name, of: entry, for: fields) { return known }
    let generation = pictures.generation
    let choice = choice(of: name, in: pictures, generation)
    let chosen = choice?.name(for: fields) ?? name
    entry.variants[chosen] = nil
    let (variant, (bytes, proof)) = try await pictures.soundVariant(chosen, of: entry.record) { file, digest in
      try await verifier.content(of: file, digest: digest, inlineLimit: inlineLimit)
    } checkingOriginal: {
      _ = try await original(of: entry)
    }
    var made = PhotoContent(variant, of: entry.record, content: bytes, isChosen: choice != nil)
    made.proof = proof
    entry.variants[chosen] = (made, generation)
    remember(entry)
    return made
  }

  /// A variant of a photo, where it is ready to be sent; `nil` where it has to be read or made first. Runs on a loop.
  func rememberedVariant(_ name: String, of entry: PhotoEntry, for fields: HTTPFields) -> PhotoContent? {
    guard let pictures else { return nil }
    let generation = pictures.generation
    let chosen = choice(of: name, in: pictures, generation)?.name(for: fields) ?? name
    guard let known = entry.variants[chosen], known.generation == generation, isProven(known.content) else {
      return nil
    }
    return known.content
  }

  /// Returns `true` if the proof of the bytes still holds, or the content needs none.
  private func isProven(_ content: PhotoContent) -> Bool { content.proof.map { verifier.holds($0) } ?? true }

  /// Returns the choice between the formats of a name; `nil` if it has one format only.
  ///
  /// A loop reads the configuration, with its lock, once in a generation, and keeps what it read.
  private func choice(of name: String, in pictures: PictureDerivation, _ generation: UInt32) -> FormatChoice? {
    choices.withValue { choices in
      if choices.generation != generation { choices = FormatChoices(pictures.current, generation) }
      return choices.byName[name]
    }
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
}

/// A loop's memory of one photo: its record, its original and its variants. Confined to that loop.
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

  /// The approximate number of bytes that the entry takes.
  var cost: Int { 1_024 + (original?.cost ?? 0) + variants.values.reduce(0) { $0 + $1.content.cost } }
}

/// Tells every loop whether what it remembers of a photo is still true, without a lock: a number for each photo (and for
/// those that share its slot) that grows with every change, before the change is answered.
final class GenerationTable: ChangeObserver {
  private static let slotCount = 1 << 16

  private let generations: SlotArray

  init() { generations = SlotArray(count: Self.slotCount) }

  /// The number of a photo. Read it before reading the photo, and compare it before using what was read.
  func generation(of id: PhotoID) -> UInt32 { generations[Self.slot(of: id)].load(ordering: .acquiring) }

  func committed(_ changes: [PhotoRecord]) {
    for change in changes { generations[Self.slot(of: change.id)].add(1, ordering: .releasing) }
  }

  private static func slot(of id: PhotoID) -> Int {
    // The low word is random; ids made by hand are spread by the multiplication.
    Int(truncatingIfNeeded: ((id.low ^ id.high) &* 0x9E37_79B9_7F4A_7C15) >> 48)
  }
}

/// A fixed number of atomic counters.
private final class SlotArray: @unchecked Sendable {  // the storage never moves, and its elements are atomic
  private let slots: UnsafeMutablePointer<Atomic<UInt32>>  // owned by this object, freed in deinit
  private let count: Int

  init(count: Int) {
    self.count = count
    // Zeroed memory takes up no page before it is used, and most photos are never asked for.
    guard let memory = calloc(count, MemoryLayout<Atomic<UInt32>>.stride) else {
      preconditionFailure("no memory is left for \(count) counters")
    }
    slots = memory.bindMemory(to: Atomic<UInt32>.self, capacity: count)  // a counter of 0 is four bytes of 0
  }

  deinit { free(UnsafeMutableRawPointer(slots)) }  // trivial elements, which need not be deinitialized

  subscript(index: Int) -> Atomic<UInt32> {
    @inline(__always) _read { yield slots[index & (count - 1)] }
  }
}
