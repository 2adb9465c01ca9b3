// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Counts the bytes of the uploads that are being sent, and tells whoever subscribes.
final class UploadMeter: Sendable {
  private struct Upload: Sendable {
    var progress: UploadProgress
    /// The handle of the edit, as long as the app holds it.
    weak var handle: EditHandle?
  }

  /// The uploads that have been begun and have not ended, the oldest edit first.
  let updates = Broadcast<[UploadProgress]>([])
  private let uploads = Mutex<[Int64: Upload]>([:])

  /// An upload is about to be sent, or to go on.
  ///
  /// - Parameter progress: What is known of it from before the replica was opened.
  func begin(_ progress: UploadProgress, handle: EditHandle?) {
    uploads.withLock { uploads in
      let number = progress.number
      uploads[number] = Upload(progress: uploads[number]?.progress ?? progress, handle: handle)
      tell(uploads)
    }
  }

  /// So many bytes have been sent; passed over for an upload that has ended.
  func set(_ number: Int64, sentByteCount: Int64) {
    uploads.withLock { uploads in
      guard var upload = uploads[number] else { return }
      upload.progress.sentByteCount = max(0, min(sentByteCount, upload.progress.byteCount))
      uploads[number] = upload
      upload.handle?.note(upload.progress)
      tell(uploads)
    }
  }

  /// Uploads have ended, or are not sent any more.
  func end(_ numbers: some Sequence<Int64>) {
    uploads.withLock { uploads in
      for number in numbers { uploads[number] = nil }
      tell(uploads)
    }
  }

  /// Told with the lock held, so that nobody hears of an older state last.
  private func tell(_ uploads: [Int64: Upload]) {
    updates.send(uploads.values.map(\.progress).sorted { $0.number < $1.number })
  }
}
