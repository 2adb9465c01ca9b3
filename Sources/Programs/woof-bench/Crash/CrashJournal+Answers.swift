// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WoofModel

extension CrashJournal {
  /// Notes the answer to an operation.
  ///
  /// - Returns: The fault of the response; `nil` if there is none.
  mutating func take(_ answer: HTTPAnswer, to operation: CrashOperation) -> String? {
    let expected =
      switch operation {
      case .upload: 201
      case .duplicate, .favourite, .edit: 200
      case .deletion: 204
      }
    guard answer.status == expected else {
      lose(operation)
      return "\(operation) was answered \(answer.status): \(answer.text)"
    }
    let metadata = try? JSONDecoder().decode(PhotoMetadata.self, from: Data(answer.body))
    acknowledge(operation, metadata)
    return fault(in: metadata, of: operation)
  }

  private func fault(in metadata: PhotoMetadata?, of operation: CrashOperation) -> String? {
    let isRight =
      switch operation {
      case .upload(let upload): metadata?.digest == upload.digest && metadata?.caption == upload.caption
      case .duplicate(let id, _): metadata?.id == id
      case .favourite(let id, _, let isSet): metadata?.id == id && metadata?.isFavourite == isSet
      case .edit(let id, _, .caption(let caption)): metadata?.id == id && metadata?.caption == caption
      case .edit(let id, _, .visibility(let visibility)): metadata?.id == id && metadata?.visibility == visibility
      case .deletion: metadata == nil
      }
    return isRight ? nil : "\(operation) was answered with other metadata: \(metadata.map { "\($0)" } ?? "none")"
  }
}
