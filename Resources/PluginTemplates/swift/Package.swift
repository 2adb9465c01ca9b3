// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "@NAME@",
  products: [.library(name: "@MODULE@", type: .dynamic, targets: ["@MODULE@"])],
  targets: [
    .target(name: "CWoofPlugin", path: "Kit/CWoofPlugin"),
    .target(name: "WoofPluginKit", dependencies: ["CWoofPlugin"], path: "Kit/WoofPluginKit"),
    .target(name: "@MODULE@", dependencies: ["WoofPluginKit"]),
    .testTarget(name: "@MODULE@Tests", dependencies: ["@MODULE@"]),
  ]
)
