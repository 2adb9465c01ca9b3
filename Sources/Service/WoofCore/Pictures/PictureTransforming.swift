// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A transformer that needs the whole picture, not its bytes as they pass: it decodes, annotates and derives.
///
/// What does so runs in sandboxed workers; this is the line behind which the kernel knows nothing of them.
package protocol PictureTransforming: Sendable {
  /// Names and versions of what takes part, in order, as in `vips/1.0.0`. Variants are made anew when these change.
  var names: [String] { get }

  /// The steps that it consists of, each to be ordered by a configuration; by default it is one.
  var steps: [TransformerStep] { get }

  /// Returns `true` if the transformer takes pictures of a type.
  func accepts(_ type: ImageType) -> Bool

  /// Inspects a picture and makes of it what is asked for. Cancelling the task gives the job up.
  func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome

  /// Called once, when another transformer has taken its place: lets the jobs that run come to their end, and gives back
  /// what it holds; pictures that still come to it fail as `unavailable`. By default there is nothing to give back.
  func drain() async
}

extension PictureTransforming {
  /// One step, by the first of its names without the version.
  package var steps: [TransformerStep] {
    [.transforming(self, name: String((names.first ?? "").prefix { $0 != "/" }))]
  }

  /// Does nothing.
  package func drain() async {}
}

/// A picture that is complete in a file.
package struct Picture: Sendable {
  /// The file, open for reading, of a blob or of a spool.
  package var file: any BlobFile
  /// The format as its structure shows it.
  package var type: ImageType
  /// The width in pixels as displayed.
  package var width: Int
  /// The height in pixels as displayed.
  package var height: Int

  /// Makes the description of a picture.
  package init(file: any BlobFile, type: ImageType, width: Int, height: Int) {
    self.file = file
    self.type = type
    self.width = width
    self.height = height
  }
}

extension Picture {
  /// The picture of an original, in a file that has all its bytes.
  init(of original: PhotoRecord.Original, in file: any BlobFile) {
    self.init(file: file, type: original.type, width: original.width, height: original.height)
  }
}

/// The work requested on a picture, in addition to the verdict on whether it is sound.
package struct PictureRequest: Hashable, Sendable {
  /// The images to derive, all from one decoding where that can be.
  package var variants: [VariantSpecification]
  /// `true` if placeholder, average colour, perceptual hash and annotations are requested.
  package var wantsAnnotations: Bool
  /// The urgency of the job, which depends on whether a request waits for it.
  package var urgency: Urgency

  /// The levels of urgency.
  package enum Urgency: Hashable, Sendable {
    /// A request waits; jobs like this go first.
    case request
    /// Nobody waits.
    case background
  }

  /// Makes a request; nothing is asked for by default but the verdict.
  package init(
    variants: [VariantSpecification] = [], wantsAnnotations: Bool = false, urgency: Urgency = .request
  ) {
    self.variants = variants
    self.wantsAnnotations = wantsAnnotations
    self.urgency = urgency
  }
}

/// The outcome of transforming a picture.
package enum PictureOutcome: Sendable {
  /// The picture is sound, and this was made of it.
  case accepted(PictureFindings)
  /// The picture is not sound, finally.
  case refused(PhotoRejection)
  /// It could not be done, of which the picture may be innocent; it has been tried again already where that may help.
  case failed(PictureFailure)
}

/// The failure of a transformer to process a picture, with its reason.
package struct PictureFailure: Error, Hashable, Sendable {
  /// The reasons for a failure.
  package enum Reason: Hashable, Sendable {
    /// The process ended, twice, in the middle of this picture.
    case crashed
    /// It took longer than it may, twice.
    case timedOut
    /// It needed more memory, processor time or room than it may, twice.
    case limitExceeded
    /// The transformer's response cannot be true, twice.
    case lied
    /// More is waiting than may wait; try again later.
    case overloaded
    /// The transformer is switched off, or cannot be started; the picture has not been looked at.
    case unavailable
  }

  /// The reason for the failure.
  package var reason: Reason
  /// The name of the transformer.
  package var transformer: String
  /// A description of what happened, for logs.
  package var detail: String

  /// Makes a failure.
  package init(reason: Reason, transformer: String, detail: String) {
    self.reason = reason
    self.transformer = transformer
    self.detail = detail
  }

  /// `true` if the picture itself made the transformer fail, so that it is kept apart for an administrator.
  package var incriminatesPicture: Bool {
    switch reason {
    case .crashed, .timedOut, .limitExceeded, .lied: true
    case .overloaded, .unavailable: false
    }
  }
}
