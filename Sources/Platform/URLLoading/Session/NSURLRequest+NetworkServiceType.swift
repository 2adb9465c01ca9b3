// SPDX-License-Identifier: Apache-2.0

import Foundation
public import FoundationNetworking

/// The newer kinds of traffic, by the ones that Foundation knows. The kernel is told of none.
extension NSURLRequest.NetworkServiceType {
  /// Data that somebody waits for: taken as `.default`.
  public static var responsiveData: Self { .default }
  /// Sound and pictures as they are played: taken as `.video`.
  public static var avStreaming: Self { .video }
  /// Sound and pictures that somebody waits for: taken as `.video`.
  public static var responsiveAV: Self { .video }
  /// The set-up of calls.
  public static var callSignaling: Self { .networkServiceTypeCallSignaling }
}
