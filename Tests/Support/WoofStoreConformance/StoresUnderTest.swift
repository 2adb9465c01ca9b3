// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import WoofCore

/// All that keeps records: photos, accounts, and what belongs to them.
package typealias AllRecordStores = AdministrationStore & AlbumStore & AppPasswordStore & ArchiveStore
  & BrowserSessionStore & ChangeLog & CredentialStore & DerivationStore & FavouriteStore & InvitationStore
  & RecordStore & ShareLinkStore & SharingLog & TimelineStore & UploadTicketStore

/// Stores that are to behave as the kernel's protocols say: new and empty, and of one installation.
package struct StoresUnderTest: Sendable {
  private let all: any AllRecordStores
  private let blobsPart: (any BlobStore)?

  /// Gathers stores.
  ///
  /// - Parameters:
  ///   - all: The store of all records.
  ///   - blobs: The store of bytes; `nil`, the default, where no behaviour asks for them.
  package init(_ all: any AllRecordStores, blobs: (any BlobStore)? = nil) { (self.all, blobsPart) = (all, blobs) }

  /// Photos.
  package var records: any RecordStore { all }
  /// Photos as they stand in time.
  package var timelines: any TimelineStore { all }
  /// Favourites.
  package var favourites: any FavouriteStore { all }
  /// Derived images, and the queue for them.
  package var derivations: any DerivationStore { all }
  /// Accounts.
  package var credentials: any CredentialStore { all }
  /// The log of changes of the photos.
  package var changes: any ChangeLog { all }
  /// The sight of administrators; photos that are deleted can be restored for a while.
  package var administration: any AdministrationStore { all }
  /// Passwords of apps.
  package var appPasswords: any AppPasswordStore { all }
  /// Sessions of browsers.
  package var browserSessions: any BrowserSessionStore { all }
  /// Invitations to sign up.
  package var invitations: any InvitationStore { all }
  /// Tickets for uploads without a credential.
  package var tickets: any UploadTicketStore { all }
  /// Albums.
  package var albums: any AlbumStore { all }
  /// Share links.
  package var links: any ShareLinkStore { all }
  /// The log of changes of albums and links.
  package var sharing: any SharingLog { all }
  /// Archives that were asked for.
  package var archives: any ArchiveStore { all }

  /// Blobs.
  package var blobs: any BlobStore {
    guard let blobsPart else { preconditionFailure("the stores under test keep no bytes") }
    return blobsPart
  }
}

/// One thing that every store does. A test of a store runs each of them on new stores:
///
/// ```swift
/// @Test(arguments: StoreBehaviour.all)
/// func `the store fulfils the contract`(_ behaviour: StoreBehaviour) async throws {
///   try await withNewStores { stores in try await behaviour.check(stores) }
/// }
/// ```
package struct StoreBehaviour: Sendable, CustomStringConvertible {
  /// What stores do, as a sentence.
  package let description: String
  /// Does it, and records an issue where the store behaves otherwise.
  package let check: @Sendable (StoresUnderTest) async throws -> Void

  init(_ description: String, _ check: @escaping @Sendable (StoresUnderTest) async throws -> Void) {
    self.description = description
    self.check = check
  }

  /// Those of photos, accounts, favourites and their change log, most of which ask for nothing else.
  package static let central =
    photoBehaviours + editingBehaviours + idempotencyBehaviours + favouriteBehaviours + listBehaviours
    + accountBehaviours + changeBehaviours + ownerBehaviours + accessBehaviours + revisionBehaviours + editBehaviours
    + viewBehaviours

  /// Those of what accounts are granted.
  package static let grants =
    appPasswordBehaviours + browserSessionBehaviours + invitationBehaviours + ticketBehaviours

  /// Those of archives that were asked for.
  package static let archives = archiveBehaviours

  /// Those of what administrators do, and of photos that are deleted and restored.
  package static let administrative =
    deletionBehaviours + accountDeletionBehaviours + quotaBehaviours + searchBehaviours

  /// Those of what is derived from photos, and of the queue for it.
  package static let deriving = derivativeBehaviours + derivationBehaviours

  /// Those of albums, share links and their guests.
  package static let sharing = albumBehaviours + linkBehaviours + guestBehaviours + sharingLogBehaviours

  /// Those of photos as they stand in time, and as they are found by words.
  package static let timelines = timelineBehaviours + albumTimelineBehaviours + wordBehaviours + titleBehaviours

  /// Those of bytes.
  package static let blobs = blobBehaviours

  /// All of them.
  package static let all =
    photoBehaviours + editingBehaviours + idempotencyBehaviours + favouriteBehaviours + listBehaviours
    + accountBehaviours + changeBehaviours + blobBehaviours + derivativeBehaviours + derivationBehaviours
    + searchBehaviours + deletionBehaviours + ownerBehaviours + accountDeletionBehaviours + accessBehaviours
    + quotaBehaviours + revisionBehaviours + editBehaviours + viewBehaviours + ticketBehaviours
    + appPasswordBehaviours + browserSessionBehaviours + invitationBehaviours + timelines
    + albumBehaviours + linkBehaviours + guestBehaviours
    + archives + sharingLogBehaviours
}

extension StoreBehaviour {
  /// `true` where the variable `WOOF_TEST_BEHAVIOURS` is `all`: what otherwise is tried in part, as it takes long, is tried in full.
  package static let areAllTried = getenv("WOOF_TEST_BEHAVIOURS").map { String(cString: $0) } == "all"
}

extension [StoreBehaviour] {
  /// One in so many of them, unless ``StoreBehaviour/areAllTried``.
  package func oneIn(_ count: Int) -> [StoreBehaviour] {
    if StoreBehaviour.areAllTried { return self }
    return stride(from: 0, to: self.count, by: count).map { self[$0] }
  }
}
