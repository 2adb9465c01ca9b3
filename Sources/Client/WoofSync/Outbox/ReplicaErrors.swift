// SPDX-License-Identifier: Apache-2.0

// What a replica meets besides the problems of the service and of its client. They have no status: no response told of
// them.
extension WoofError.Code {
  /// Another process, or another replica of this process, has the folder open.
  public static let replicaInUse = Self(name: "replica-in-use", status: 0, title: "Replica in use")
  /// The replica's file is damaged or not one of a replica.
  public static let replicaDamaged = Self(name: "replica-damaged", status: 0, title: "Replica damaged")
  /// The replica was written by a newer version.
  public static let replicaTooNew = Self(name: "replica-too-new", status: 0, title: "Replica too new")
  /// The replica belongs to another service.
  public static let otherService = Self(name: "other-service", status: 0, title: "Replica of another service")
  /// The staged picture of an upload is missing or has changed.
  public static let stagedFileLost = Self(name: "staged-file-lost", status: 0, title: "Staged picture lost")
  /// The service kept failing on an edit.
  public static let editGaveUp = Self(name: "edit-gave-up", status: 0, title: "Edit given up")
  /// The photo is not in the replica.
  public static let photoNotHere = Self(name: "photo-not-here", status: 0, title: "Photo not in the replica")
  /// The bytes are not on this device, and cannot be fetched now.
  public static let bytesNotHere = Self(name: "bytes-not-here", status: 0, title: "Bytes not on this device")
}

extension WoofError {
  /// The error of a replica that belongs to another account than the one that is signed in.
  init(replicaOf account: String, usedBy name: String) {
    self.init(
      .otherAccount, "The replica belongs to \(account), and \(name) is signed in: use another folder for \(name).")
  }

  /// The error of a photo that the replica does not have.
  init(photoNotHere id: PhotoID) {
    self.init(.photoNotHere, "There is no photo \(id) in the replica: it was deleted, or is not kept here.")
  }
}
