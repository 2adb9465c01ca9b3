// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofStorage
import WoofStoreConformance

@testable import TestKit

/// Embedded stores in a folder of their own.
struct TestStorage: Sendable {
  let folder: TemporaryFolder
  let time: ManualTime
  let storage: EmbeddedStorage

  var records: EmbeddedStore { storage.records }
  var blobs: FileBlobStore { storage.blobs }
  var stores: StoresUnderTest { StoresUnderTest(records, blobs: blobs) }
  var path: String { "\(folder.path)/data" }
}

extension EmbeddedStoreConfiguration {
  /// One in which what is deleted is gone at once.
  static var withoutGrace: EmbeddedStoreConfiguration { with(grace: .zero) }

  /// One in which photos that are deleted can be restored for so long.
  static func with(grace: Duration) -> EmbeddedStoreConfiguration {
    var configuration = EmbeddedStoreConfiguration()
    configuration.deletionGrace = grace
    return configuration
  }
}

/// Opens new stores, or those of a folder, lends them, and closes them.
func withStorage<Result>(
  in folder: TemporaryFolder? = nil, files: any FileSystem = SystemFileSystem(), time: ManualTime = ManualTime(),
  configuration: EmbeddedStoreConfiguration = .withoutGrace,
  _ body: (TestStorage) async throws -> Result
) async throws -> Result {
  let folder = try folder ?? TemporaryFolder()
  let dataFolder = try DataFolder.open(at: "\(folder.path)/data", for: .service, files: files)
  let storage = try EmbeddedStorage(in: dataFolder, configuration: configuration, time: time)
  do {
    let result = try await body(TestStorage(folder: folder, time: time, storage: storage))
    await storage.close()
    return result
  } catch {
    await storage.close()
    throw error
  }
}
