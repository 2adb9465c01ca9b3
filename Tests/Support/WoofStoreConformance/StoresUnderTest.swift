// SPDX-License-Identifier: Apache-2.0

package import WoofCore

/// Stores that are to behave as the kernel's protocols say: new and empty, and of one installation.
package struct StoresUnderTest: Sendable {
  /// Photos.
  package let records: any RecordStore
  /// Photos as they stand in time.
  package let timelines: any TimelineStore
  /// Favourites.
  package let favourites: any FavouriteStore
  /// What is derived from photos.
  package let derivations: any DerivationStore
  /// Accounts.
  package let credentials: any CredentialStore
  /// The log of changes of the photos.
  package let changes: any ChangeLog
  /// What administrators see and do; photos that are deleted can be restored for a while.
  package let administration: any AdministrationStore
  /// Passwords of apps.
  package let appPasswords: any AppPasswordStore
  /// Sessions of browsers.
  package let browserSessions: any BrowserSessionStore
  /// Invitations to sign up.
  package let invitations: any InvitationStore
  /// Tickets for uploads without a credential.
  package let tickets: any UploadTicketStore
  /// Albums.
  package let albums: any AlbumStore
  /// Share links.
  package let links: any ShareLinkStore
  /// The log of changes of albums and links.
  package let sharing: any SharingLog
  /// Archives that were asked for.
  package let archives: any ArchiveStore
  /// Blobs.
  package let blobs: any BlobStore

  /// Gathers stores.
  package init(
    records: any RecordStore, timelines: any TimelineStore, favourites: any FavouriteStore,
    derivations: any DerivationStore,
    credentials: any CredentialStore, changes: any ChangeLog, administration: any AdministrationStore,
    appPasswords: any AppPasswordStore, browserSessions: any BrowserSessionStore, invitations: any InvitationStore,
    tickets: any UploadTicketStore, albums: any AlbumStore,
    links: any ShareLinkStore, sharing: any SharingLog,
    archives: any ArchiveStore, blobs: any BlobStore
  ) {
    self.records = records
    self.timelines = timelines
    self.favourites = favourites
    self.derivations = derivations
    self.credentials = credentials
    self.changes = changes
    self.administration = administration
    self.appPasswords = appPasswords
    self.browserSessions = browserSessions
    self.invitations = invitations
    self.tickets = tickets
    self.albums = albums
    self.links = links
    self.sharing = sharing
    self.archives = archives
    self.blobs = blobs
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
