// SPDX-License-Identifier: Apache-2.0

package import WoofCore

/// Stores that are to behave as the kernel's protocols say: new and empty, and of one installation.
///
/// Stores that are being built may lack parts; a behaviour that asks for one of these ends the tests, so that only those are run
/// that do not.
package struct StoresUnderTest: Sendable {
  /// Photos.
  package let records: any RecordStore
  /// Favourites.
  package let favourites: any FavouriteStore
  /// Accounts.
  package let credentials: any CredentialStore
  /// The log of changes of the photos.
  package let changes: any ChangeLog
  private let timelinesPart: (any TimelineStore)?
  private let derivationsPart: (any DerivationStore)?
  private let administrationPart: (any AdministrationStore)?
  private let appPasswordsPart: (any AppPasswordStore)?
  private let browserSessionsPart: (any BrowserSessionStore)?
  private let invitationsPart: (any InvitationStore)?
  private let ticketsPart: (any UploadTicketStore)?
  private let albumsPart: (any AlbumStore)?
  private let linksPart: (any ShareLinkStore)?
  private let sharingPart: (any SharingLog)?
  private let archivesPart: (any ArchiveStore)?
  private let blobsPart: (any BlobStore)?

  /// Gathers stores.
  package init(
    records: any RecordStore, timelines: (any TimelineStore)? = nil, favourites: any FavouriteStore,
    derivations: (any DerivationStore)? = nil, credentials: any CredentialStore, changes: any ChangeLog,
    administration: (any AdministrationStore)? = nil, appPasswords: (any AppPasswordStore)? = nil,
    browserSessions: (any BrowserSessionStore)? = nil, invitations: (any InvitationStore)? = nil,
    tickets: (any UploadTicketStore)? = nil, albums: (any AlbumStore)? = nil, links: (any ShareLinkStore)? = nil,
    sharing: (any SharingLog)? = nil, archives: (any ArchiveStore)? = nil, blobs: (any BlobStore)? = nil
  ) {
    self.records = records
    timelinesPart = timelines
    self.favourites = favourites
    derivationsPart = derivations
    self.credentials = credentials
    self.changes = changes
    administrationPart = administration
    appPasswordsPart = appPasswords
    browserSessionsPart = browserSessions
    invitationsPart = invitations
    ticketsPart = tickets
    albumsPart = albums
    linksPart = links
    sharingPart = sharing
    archivesPart = archives
    blobsPart = blobs
  }
}

extension StoresUnderTest {
  /// Photos as they stand in time.
  package var timelines: any TimelineStore { Self.present(timelinesPart) }

  /// What is derived from photos.
  package var derivations: any DerivationStore { Self.present(derivationsPart) }

  /// What administrators see and do; photos that are deleted can be restored for a while.
  package var administration: any AdministrationStore { Self.present(administrationPart) }

  /// Passwords of apps.
  package var appPasswords: any AppPasswordStore { Self.present(appPasswordsPart) }

  /// Sessions of browsers.
  package var browserSessions: any BrowserSessionStore { Self.present(browserSessionsPart) }

  /// Invitations to sign up.
  package var invitations: any InvitationStore { Self.present(invitationsPart) }

  /// Tickets for uploads without a credential.
  package var tickets: any UploadTicketStore { Self.present(ticketsPart) }

  /// Albums.
  package var albums: any AlbumStore { Self.present(albumsPart) }

  /// Share links.
  package var links: any ShareLinkStore { Self.present(linksPart) }

  /// The log of changes of albums and links.
  package var sharing: any SharingLog { Self.present(sharingPart) }

  /// Archives that were asked for.
  package var archives: any ArchiveStore { Self.present(archivesPart) }

  /// Blobs.
  package var blobs: any BlobStore { Self.present(blobsPart) }

  private static func present<Part>(_ part: Part?) -> Part {
    guard let part else { preconditionFailure("the stores under test have no \(Part.self)") }
    return part
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

  /// Those of what administrators do, and of photos that are deleted and restored.
  package static let administrative =
    deletionBehaviours + accountDeletionBehaviours + quotaBehaviours + searchBehaviours

  /// Those of what is derived from photos, and of the queue for it.
  package static let deriving = derivativeBehaviours + derivationBehaviours

  /// All of them.
  package static let all =
    photoBehaviours + editingBehaviours + idempotencyBehaviours + favouriteBehaviours + listBehaviours
    + accountBehaviours + changeBehaviours + blobBehaviours + derivativeBehaviours + derivationBehaviours
    + searchBehaviours + deletionBehaviours + ownerBehaviours + accountDeletionBehaviours + accessBehaviours
    + quotaBehaviours + revisionBehaviours + editBehaviours + viewBehaviours + ticketBehaviours
    + appPasswordBehaviours + browserSessionBehaviours + invitationBehaviours + timelineBehaviours
    + albumBehaviours + linkBehaviours + guestBehaviours
    + archiveBehaviours + sharingLogBehaviours
}
