// SPDX-License-Identifier: Apache-2.0

// Measures what an upload costs: a preview, a thumbnail and the looks of a picture, made by the plugin, by the same work
// in C, and by `vipsthumbnail` as a process an image; and what the variant `grid` adds to it.
//
//   swift run -c release WoofVipsBench FILE [ROUNDS]

import Glibc

let arguments = CommandLine.arguments
guard arguments.count > 1, let comparison = try Comparison(path: arguments[1]) else {
  print("Usage: WoofVipsBench FILE [ROUNDS], with a JPEG picture as FILE")
  exit(2)
}
print(try comparison.run(rounds: arguments.count > 2 ? Int(arguments[2]) ?? 15 : 15))
