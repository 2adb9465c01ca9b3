// SPDX-License-Identifier: Apache-2.0

public import WoofCore

/// Stores that are to behave as the kernel's protocols say: new and empty, and of one installation.
public struct StoresUnderTest: Sendable {
  /// Photos and favourites.
  public let records: any RecordStore
  /// What is derived from photos.
  public let derivations: any DerivationStore
  /// Accounts.
  public let credentials: any CredentialStore
  /// The log of changes of the photos.
  public let changes: any ChangeLog
  /// What administrators see and do; photos that are deleted can be restored for a while.
  public let administration: any AdministrationStore
  /// Blobs.
  public let blobs: any BlobStore

  /// Gathers stores.
  public init(
    records: any RecordStore, derivations: any DerivationStore, credentials: any CredentialStore,
    changes: any ChangeLog, administration: any AdministrationStore, blobs: any BlobStore
  ) {
    self.records = records
    self.derivations = derivations
    self.credentials = credentials
    self.changes = changes
    self.administration = administration
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
public struct StoreBehaviour: Sendable, CustomStringConvertible {
  /// What stores do, as a sentence.
  public let description: String
  /// Does it, and records an issue where the store behaves otherwise.
  public let check: @Sendable (StoresUnderTest) async throws -> Void

  init(_ description: String, _ check: @escaping @Sendable (StoresUnderTest) async throws -> Void) {
    self.description = description
    self.check = check
  }

  /// All of them.
  public static let all =
    photoBehaviours + editingBehaviours + idempotencyBehaviours + favouriteBehaviours + listBehaviours
    + accountBehaviours + changeBehaviours + blobBehaviours + derivativeBehaviours + derivationBehaviours
    + searchBehaviours + deletionBehaviours + ownerBehaviours + accountDeletionBehaviours + accessBehaviours
    + quotaBehaviours
}
