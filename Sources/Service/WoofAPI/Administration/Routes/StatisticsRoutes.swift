// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The route of statistics: the contents of the stores, and the use of resources by the process.
struct StatisticsRoutes: Sendable {
  let process: any ServiceProcess
  let store: any AdministrationStore
  let quarantine: (any QuarantineStore)?
  let workers: WorkerPool
  let time: any TimeSource

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/stats") { _ in
        try AdministrationResponse.json(200, try await statistics)
      }
    ]
  }

  private var statistics: AdminStatistics {
    get async throws {
      let counts = try await store.counts()
      let (figures, quarantinedCount) = try await workers.run { [process, quarantine] in
        (process.figures, try quarantine?.quarantinedCount() ?? 0)
      }
      var statistics = AdminStatistics(at: time.now())
      statistics.take(counts)
      statistics.take(figures)
      statistics.quarantinedCount = quarantinedCount
      return statistics
    }
  }
}

extension AdminStatistics {
  fileprivate mutating func take(_ counts: StoredCounts) {
    accountCount = counts.accountCount
    photoCount = counts.photoCount
    restorablePhotoCount = counts.restorablePhotoCount
    favouriteCount = counts.favouriteCount
    variantCount = counts.variantCount
    blobCount = counts.blobCount
    blobByteCount = counts.blobByteCount
    recordByteCount = counts.recordByteCount
    derivationCount = counts.derivationCount
  }

  fileprivate mutating func take(_ figures: ProcessFigures) {
    freeByteCount = figures.freeByteCount
    residentByteCount = figures.residentByteCount
    processorSeconds = figures.processorSeconds
    descriptorCount = figures.descriptorCount
    connectionCount = figures.connectionCount
  }
}
