// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Warnings are errors in checks only, as another toolchain may warn of more.
let warnings: [SwiftSetting] = Context.environment["WOOF_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings

/// The folders of Sources.
enum Folder: String {
  case platform = "Platform"
  case shared = "Shared"
  case service = "Service"
  case plugins = "Plugins"
  case client = "Client"
  case admin = "Admin"
  case testing = "Testing"
  case programs = "Programs"
  case c = "C"
}

/// A Swift module: `Sources/<folder>/<name>`.
func module(_ name: String, in folder: Folder, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(folder.rawValue)/\(name)", swiftSettings: settings)
}

/// A program in Swift: `Sources/Programs/<name>`.
func program(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/Programs/\(name)", swiftSettings: settings)
}

/// A module in C: `Sources/<folder>/<name>`.
func cModule(_ name: String, in folder: Folder, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(folder.rawValue)/\(name)")
}

/// A library of the system: `Sources/C/<name>`.
func systemLibrary(_ name: String, _ configuration: String, package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: configuration, providers: [.apt([package])])
}

/// The tests of a module: `Tests/<folder>/<name>Tests`.
func tests(of name: String, in folder: Folder, uses dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies,
    path: "Tests/\(folder.rawValue)/\(name)Tests", swiftSettings: settings)
}

/// A program that measures a module, or tries it at length: `Tests/<folder>/<name>`.
func testProgram(
  _ name: String, in folder: Folder, uses dependencies: [Target.Dependency] = [], excluding paths: [String] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(folder.rawValue)/\(name)", exclude: paths,
    swiftSettings: settings)
}

/// What tests of several modules share: `Tests/Support/<name>`.
func testSupport(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: settings)
}

#if os(Linux)
/// What Apple's systems bring themselves: the URL Loading System and Combine, with their tests.
let platform: [Target] = [
  systemLibrary("CCurl", "libcurl", package: "libcurl4-openssl-dev"),
  module("Combine", in: .platform),
  module("URLLoading", in: .platform, uses: ["Combine", "CCurl", "COpenSSL", "CLinux"]),
  tests(of: "Combine", in: .platform, uses: ["TestKit"]),
  .target(name: "AllocationCount", path: "Tests/Platform/CombineBench/Allocations"),
  testProgram("CombineBench", in: .platform, uses: ["Combine", "AllocationCount"], excluding: ["Allocations"]),
  tests(of: "URLLoading", in: .platform, uses: ["Combine", "TestKit", "CCurl", "COpenSSL", "CLinux"]),
  .target(name: "CurlReference", dependencies: ["CCurl"], path: "Tests/Platform/URLLoadingBench/Reference"),
  testProgram(
    "URLLoadingBench", in: .platform, uses: ["URLLoading", "CurlReference", "CLinux"], excluding: ["Reference"]),
]
let combine: [Target.Dependency] = ["Combine"]
let combineProducts: [Product] = [.library(name: "Combine", targets: ["Combine"])]
#else
let platform: [Target] = [
  .target(name: "URLLoading", path: "Sources/Platform/URLLoadingOnDarwin", swiftSettings: settings)
]
let combine: [Target.Dependency] = []
let combineProducts: [Product] = []
#endif

/// Debian's libvips42, without its headers.
let libvips: [LinkerSetting] = [":libvips.so.42", ":libgobject-2.0.so.0", ":libglib-2.0.so.0"].map {
  .linkedLibrary($0)
}

/// Modules that the service, its clients and its tools have in common.
let shared: [Target] = [
  module("WoofSystem", in: .shared, uses: ["CDeflate", "CLinux"]),
  module("WoofModel", in: .shared, uses: ["WoofSystem"]),
  module("WoofAdministration", in: .shared, uses: ["WoofModel"]),
  module("WoofCryptography", in: .shared, uses: ["WoofSystem", "COpenSSL"]),
  module("WoofHTTPSemantics", in: .shared, uses: ["WoofSystem", "WoofCryptography"]),
  module("WoofSQLite", in: .shared, uses: ["WoofModel", "CSQLite"]),
  module("WoofImages", in: .shared, uses: ["WoofModel", "WoofSystem"]),
  module("WoofConfiguration", in: .shared),
  module("WoofCommandLine", in: .shared, uses: ["WoofConfiguration"]),
  module(
    "WoofTerminal", in: .shared, uses: ["WoofCommandLine", "WoofConfiguration", "WoofModel", "WoofSystem", "CLinux"]),
  cModule("CLinux", in: .c),
  systemLibrary("COpenSSL", "openssl", package: "libssl-dev"),
  systemLibrary("CSQLite", "sqlite3", package: "libsqlite3-dev"),
  systemLibrary("CLibedit", "libedit", package: "libedit-dev"),
  systemLibrary("CDeflate", "libdeflate", package: "libdeflate-dev"),
  systemLibrary("CNGHTTP2", "libnghttp2", package: "libnghttp2-dev"),
  systemLibrary("CPostgreSQL", "libpq", package: "libpq-dev"),
]

/// The service, from its rules to its composition.
let service: [Target] = [
  module(
    "WoofCore", in: .service,
    uses: ["WoofAdministration", "WoofModel", "WoofCryptography", "WoofConfiguration", "WoofSystem"]),
  module(
    "WoofStorage", in: .service,
    uses: [
      "WoofCore", "WoofAdministration", "WoofModel", "WoofCryptography", "WoofSQLite", "WoofSystem", "CSQLite",
      "CLinux",
    ]),
  module(
    "WoofHTTP", in: .service, uses: ["WoofHTTPSemantics", "WoofSystem", "CLinux", "CNGHTTP2", "COpenSSL"]),
  module(
    "WoofS3", in: .service,
    uses: ["WoofHTTPSemantics", "WoofCryptography", "WoofSystem", "URLLoading", "CLinux"]),
  module(
    "WoofJobs", in: .service,
    uses: ["WoofCore", "WoofAdministration", "WoofModel", "WoofCryptography", "WoofSystem", "CLinux"]),
  module(
    "WoofAPI", in: .service,
    uses: [
      "WoofCore", "WoofJobs", "WoofAdministration", "WoofModel", "WoofCryptography", "WoofHTTP", "WoofHTTPSemantics",
      "WoofImages", "WoofResources", "WoofSystem", "CLinux",
    ]),
  module(
    "WoofServer", in: .service,
    uses: [
      "WoofAPI", "WoofJobs", "WoofStorage", "WoofPostgresStorage", "WoofPostgreSQL", "WoofObjectStorage", "WoofS3",
      "WoofSharedStores", "WoofImages", "WoofPlugins",
      "WoofHTTP", "WoofCore", "WoofModel", "WoofAdministration", "WoofConfiguration", "WoofCryptography",
    ]),
  module(
    "WoofPostgresStorage", in: .service,
    uses: ["WoofCore", "WoofModel", "WoofCryptography", "WoofPostgreSQL"]),
  module(
    "WoofRecordCopy", in: .service,
    uses: ["WoofCore", "WoofStorage", "WoofSQLite", "WoofPostgresStorage", "WoofPostgreSQL"]),
  module(
    "WoofSharedStores", in: .service,
    uses: [
      "WoofCore", "WoofAdministration", "WoofModel", "WoofStorage", "WoofSQLite", "WoofPostgresStorage",
      "WoofPostgreSQL", "WoofRecordCopy", "WoofObjectStorage", "WoofS3", "WoofSystem",
    ]),
  module(
    "WoofObjectStorage", in: .service,
    uses: ["WoofCore", "WoofModel", "WoofCryptography", "WoofS3", "WoofSystem", "CLinux"]),
  module("WoofPostgreSQL", in: .service, uses: ["WoofModel", "WoofSystem", "CPostgreSQL", "CLinux"]),
  cModule("CWoofResources", in: .service),
  .target(
    name: "WoofResources", dependencies: ["CWoofResources"], path: "Resources",
    exclude: [
      "Containerfile", "Gallery", "PluginTemplates", "Samples", "dashboard.json", "fail2ban.conf", "openapi.yaml",
      "woof.json5", "woof.service", "woof.socket",
    ], swiftSettings: settings),
]

/// Plugins: the service's side, the worker's, and what plugins are made with; and the plugins themselves.
let plugins: [Target] = [
  module(
    "WoofPlugins", in: .plugins,
    uses: [
      "WoofCore", "WoofModel", "WoofImages", "WoofCryptography", "WoofSystem", "CWoofPlugin", "CWoofWorker", "CLinux",
    ]),
  cModule("CWoofPlugin", in: .plugins),
  cModule("CWoofWorker", in: .plugins),
  cModule("CWoofSandbox", in: .plugins),
  .executableTarget(
    name: "woof-worker", dependencies: ["CWoofPlugin", "CWoofWorker", "CWoofSandbox"],
    path: "Sources/Plugins/woof-worker"),
  module(
    "PluginPictures", in: .plugins, uses: ["WoofPlugins", "WoofCore", "WoofImages", "WoofModel", "WoofTerminal"]),
  module(
    "PluginCommands", in: .plugins,
    uses: [
      "WoofPlugins", "WoofCore", "WoofModel", "WoofCryptography", "WoofCommandLine", "WoofTerminal", "CPluginTemplates",
    ]),
  cModule("CPluginTemplates", in: .plugins),
  module("WoofPluginKit", in: .plugins, uses: ["CWoofPlugin"]),
  .target(name: "CVips", path: "Plugins/Vips/C", linkerSettings: libvips),
  .target(
    name: "WoofVips", dependencies: ["WoofPluginKit", "CVips"], path: "Plugins/Vips", exclude: ["C", "manifest.json"],
    swiftSettings: settings),
  .target(name: "CDogPixels", path: "Plugins/DogColour/C", linkerSettings: libvips),
  .target(
    // As a stranger's package has it: nothing but Swift 6.
    name: "DogColour", dependencies: ["WoofPluginKit", "CDogPixels"], path: "Plugins/DogColour",
    exclude: ["C", "Package", "manifest.json"], swiftSettings: [.swiftLanguageMode(.v6)]),
]

/// The SDK, the commands of `dogs`, and the shell of administrators.
let clients: [Target] = [
  module(
    "WoofClient", in: .client,
    uses: [
      "WoofModel", "WoofImages", "WoofCryptography", "WoofHTTPSemantics", "WoofSystem", "URLLoading",
    ] + combine),
  module(
    "WoofSync", in: .client,
    uses: ["WoofClient", "WoofImages", "WoofCryptography", "WoofSQLite", "WoofSystem"] + combine),
  module(
    "DogsCommands", in: .client,
    uses: [
      "WoofClient", "WoofSync", "PluginPictures", "WoofImages", "WoofModel", "WoofTerminal", "WoofCommandLine",
      "WoofConfiguration", "URLLoading", "WoofSystem",
    ]),
  module(
    "WoofAdmin", in: .admin,
    uses: [
      "WoofClient", "PluginPictures", "WoofAdministration", "WoofModel", "WoofTerminal", "WoofCommandLine",
      "WoofConfiguration", "URLLoading", "CLibedit", "WoofSystem",
    ]),
]

/// The service within its users' tests.
let harness: [Target] = [
  module(
    "WoofTesting", in: .testing,
    uses: [
      "WoofServer", "WoofAPI", "WoofStorage", "WoofHTTP", "WoofClient", "WoofCore", "WoofModel", "WoofConfiguration",
      "WoofCryptography", "WoofSystem", "URLLoading", "CFaultyVFS", "COpenSSL", "CSQLite", "CLinux",
    ]),
  // Apart, so that benchmarks link nothing of the service that they measure.
  module("ProcessKit", in: .testing),
  // Apart, so that users of XCTest link nothing of Swift Testing.
  module("WoofTestingTraits", in: .testing, uses: ["WoofTesting"]),
  cModule("CFaultyVFS", in: .testing, uses: ["CSQLite"]),
  module("MemoryDisks", in: .testing, uses: ["WoofStorage", "CMemoryVFS"]),
  cModule("CMemoryVFS", in: .testing, uses: ["CSQLite"]),
]

let programs: [Target] = [
  program(
    "woof",
    uses: [
      "WoofServer", "WoofSharedStores", "WoofAPI", "WoofStorage", "WoofHTTP", "WoofCore", "WoofModel",
      "WoofConfiguration", "WoofCommandLine", "WoofTerminal", "WoofCryptography", "WoofSystem", "PluginCommands",
      "CLinux",
    ]),
  program("dogs", uses: ["DogsCommands", "WoofCommandLine", "WoofCryptography"]),
  program("woof-admin", uses: ["WoofAdmin", "WoofCommandLine"]),
  program("woof-harness", uses: ["WoofTesting", "WoofCommandLine", "WoofCryptography", "WoofModel", "WoofSystem"]),
  program(
    "woof-bench",
    uses: [
      "ProcessKit", "WoofStorage", "WoofModel", "WoofCryptography", "WoofHTTPSemantics", "WoofCommandLine",
      "WoofTerminal", "WoofSystem", "CLinux", "CNGHTTP2", "COpenSSL", "CSQLite",
    ]),
]

/// What tests share.
let testKits: [Target] = [
  testSupport("TestKit", uses: ["CDeflate", "CLinux"]),
  testSupport("TestPictures", uses: ["TestKit"]),
  testSupport("HostilePictures", uses: ["WoofImages", "WoofModel", "TestKit", "TestPictures"]),
  testSupport("PluginTesting", uses: ["CWoofPlugin"]),
  testSupport("WoofStoreConformance", uses: ["WoofAdministration", "WoofCore", "WoofModel", "WoofCryptography"]),
  testSupport("HarnessTestKit", uses: ["WoofTesting"]),
  testSupport("HTTP2TestKit", uses: ["WoofHTTP", "TestKit", "CLinux", "CNGHTTP2", "COpenSSL"]),
  testSupport("PostgreSQLTestKit", uses: ["WoofPostgreSQL", "TestKit", "CPostgreSQL", "CLinux"]),
  testSupport(
    "OrderTrialKit",
    uses: [
      "WoofPostgresStorage", "WoofPostgreSQL", "WoofCore", "WoofModel", "WoofCryptography", "PostgreSQLTestKit",
      "TestKit",
    ]),
  .target(
    name: "ObjectStoreTestKit", dependencies: ["WoofS3", "WoofCryptography", "TestKit", "CLinux"],
    path: "Tests/Support/ObjectStoreTestKit", exclude: ["engine.py"], swiftSettings: settings),
  testSupport(
    "SharedStoresTestKit",
    uses: [
      "WoofObjectStorage", "WoofPostgresStorage", "WoofPostgreSQL", "WoofS3", "WoofCore", "WoofModel",
      "WoofCryptography",
      "WoofStoreConformance", "ObjectStoreTestKit", "PostgreSQLTestKit", "TestKit",
    ]),
  testSupport(
    "ServiceTestKit", uses: ["WoofStorage", "WoofCore", "WoofModel", "CFaultyVFS", "TestKit", "TestPictures"]),
]

let sharedTests: [Target] = [
  tests(of: "WoofSystem", in: .shared, uses: ["TestKit"]),
  tests(of: "WoofHTTPSemantics", in: .shared),
  tests(of: "WoofModel", in: .shared),
  tests(of: "WoofCryptography", in: .shared),
  tests(of: "WoofImages", in: .shared, uses: ["WoofModel", "TestKit", "TestPictures", "HostilePictures"]),
  tests(of: "WoofConfiguration", in: .shared, uses: ["TestKit"]),
  tests(of: "WoofCommandLine", in: .shared, uses: ["WoofConfiguration"]),
  tests(of: "WoofTerminal", in: .shared, uses: ["WoofModel", "WoofCryptography", "WoofSystem", "TestKit"]),
]

let serviceTests: [Target] = [
  tests(
    of: "WoofCore", in: .service,
    uses: ["WoofAdministration", "WoofModel", "WoofCryptography", "WoofConfiguration", "WoofSystem", "TestKit"]),
  tests(
    of: "WoofStorage", in: .service,
    uses: [
      "WoofStoreConformance", "WoofCore", "WoofAdministration", "WoofModel", "WoofCryptography", "WoofSQLite",
      "WoofSystem", "CSQLite", "ServiceTestKit", "TestKit",
    ]),
  testProgram(
    "WoofStorageBench", in: .service,
    uses: ["WoofStorage", "WoofCore", "WoofModel", "WoofCryptography", "WoofSystem", "CSQLite", "TestKit"]),
  tests(
    of: "WoofHTTP", in: .service,
    uses: ["WoofHTTPSemantics", "WoofCryptography", "WoofSystem", "HTTP2TestKit", "TestKit", "CLinux", "COpenSSL"]),
  tests(
    of: "WoofAPI", in: .service,
    uses: [
      "WoofAdministration", "WoofCore", "WoofModel", "WoofHTTP", "WoofStorage", "WoofImages", "WoofCryptography",
      "ServiceTestKit", "TestKit", "TestPictures",
    ]),
  tests(
    of: "WoofPostgreSQL", in: .service, uses: ["WoofModel", "CPostgreSQL", "PostgreSQLTestKit", "TestKit"]),
  tests(
    of: "WoofPostgresStorage", in: .service,
    uses: [
      "WoofStoreConformance", "WoofPostgreSQL", "WoofAdministration", "WoofCore", "WoofModel", "PostgreSQLTestKit",
      "OrderTrialKit", "TestKit",
    ]),
  testProgram(
    "WoofPostgresBench", in: .service,
    uses: [
      "WoofPostgresStorage", "WoofPostgreSQL", "WoofCore", "WoofModel", "WoofSystem", "PostgreSQLTestKit", "TestKit",
    ]),
  tests(of: "WoofS3", in: .service, uses: ["WoofHTTP", "WoofCryptography", "ObjectStoreTestKit", "TestKit"]),
  tests(
    of: "WoofObjectStorage", in: .service,
    uses: [
      "WoofStoreConformance", "WoofPostgresStorage", "WoofS3", "WoofCore", "WoofModel",
      "WoofCryptography", "SharedStoresTestKit", "ObjectStoreTestKit", "PostgreSQLTestKit", "TestKit",
    ]),
  tests(
    of: "WoofSharedStores", in: .service,
    uses: [
      "WoofStoreConformance", "WoofStorage", "WoofSQLite", "WoofPostgresStorage", "WoofPostgreSQL", "WoofObjectStorage",
      "WoofCore",
      "WoofAdministration", "WoofModel", "WoofCryptography", "SharedStoresTestKit", "ObjectStoreTestKit",
      "PostgreSQLTestKit", "TestKit",
    ]),
  tests(
    of: "WoofRecordCopy", in: .service,
    uses: [
      "WoofStoreConformance", "WoofStorage", "WoofSQLite", "WoofPostgresStorage", "WoofPostgreSQL", "WoofCore",
      "WoofModel", "PostgreSQLTestKit", "TestKit",
    ]),
  testProgram("WoofS3Bench", in: .service, uses: ["WoofS3", "WoofCryptography"]),
  tests(of: "WoofJobs", in: .service, uses: ["WoofCore", "WoofAdministration", "WoofModel", "TestKit"]),
  tests(
    of: "WoofServer", in: .service,
    uses: [
      "WoofAPI", "WoofJobs", "WoofStorage", "WoofPostgresStorage", "WoofHTTP", "WoofCore", "WoofModel",
      "WoofConfiguration", "WoofAdministration", "WoofCryptography", "WoofResources", "CSQLite", "woof", "woof-worker",
      "WoofChaos", "WoofClusterTrial", "WoofStoreConformance",
      "DogsExamples", "URLLoading", "HTTP2TestKit", "ServiceTestKit", "PostgreSQLTestKit", "ObjectStoreTestKit",
      "ProcessKit", "TestKit", "TestPictures", "WoofSystem", "WoofHTTPSemantics",
    ] + combine),
]

let pluginTests: [Target] = [
  tests(of: "WoofPluginKit", in: .plugins, uses: ["PluginTesting", "TestKit"]),
  tests(
    of: "WoofPlugins", in: .plugins,
    uses: [
      "WoofCore", "WoofModel", "WoofImages", "WoofCryptography", "CWoofWorker", "CLinux", "TestKit", "TestPictures",
      "HostilePictures", "woof-worker", "OldKernel", "WoofSystem",
    ]),
  .executableTarget(name: "OldKernel", path: "Tests/Plugins/OldKernel"),
  testProgram("WoofPluginsBench", in: .plugins, uses: ["WoofPlugins", "WoofCore", "WoofModel", "WoofCryptography"]),
  tests(
    of: "PluginPictures", in: .plugins,
    uses: [
      "WoofPlugins", "WoofTerminal", "WoofCore", "WoofCryptography", "WoofModel", "TestKit", "TestPictures",
      "woof-worker",
    ]),
  tests(
    of: "PluginCommands", in: .plugins,
    // The plugins it tries are libraries of their own: linked, their entries would be one symbol.
    uses: ["WoofPlugins", "WoofCore", "WoofModel", "TestKit", "woof-worker"]),
  .testTarget(
    name: "WoofVipsTests",
    dependencies: [
      "WoofVips", "WoofPluginKit", "CVips", "PluginTesting", "TestKit", "TestPictures", "HostilePictures",
      "CWoofPlugin", "WoofModel", "WoofImages",
    ],
    path: "Tests/Plugins/WoofVipsTests",
    exclude: [
      "Support/pictures.py", "Support/compare.py", "Support/frames.py", "Support/photos.py", "Support/alterations.py",
    ],
    swiftSettings: settings,
    // A program exports what a library that it is linked with defines as well, so that libvips finds the plugin's
    // `jpeg_CreateDecompress`. In the plugin's own library it does so without.
    linkerSettings: [.linkedLibrary(":libjpeg.so.62")]),
  .target(name: "VipsReference", dependencies: ["CVips"], path: "Tests/Plugins/WoofVipsBench/Reference"),
  testProgram(
    "WoofVipsBench", in: .plugins, uses: ["WoofVips", "PluginTesting", "VipsReference"], excluding: ["Reference"]),
]

let clientTests: [Target] = [
  tests(
    of: "WoofClient", in: .client,
    uses: ["WoofTesting", "URLLoading", "TestKit", "HarnessTestKit", "TestPictures"] + combine),
  tests(
    of: "WoofSync", in: .client,
    uses: [
      "WoofTesting", "WoofClient", "WoofModel", "WoofCryptography", "WoofSQLite", "WoofSimulation", "TestKit",
      "TestPictures",
    ]),
  testProgram(
    "WoofSyncBench", in: .client, uses: ["WoofSync", "WoofClient", "WoofTesting", "ProcessKit", "TestKit"]),
  tests(
    of: "DogsCommands", in: .client,
    uses: [
      "dogs", "woof", "woof-worker", "WoofTesting", "ProcessKit", "WoofClient", "WoofSync", "WoofModel", "WoofTerminal",
      "WoofCommandLine", "URLLoading", "TestKit", "TestPictures",
    ]),
  .target(
    // As a stranger's package has them: nothing but Swift 6.
    name: "DogsExamples", dependencies: ["URLLoading"] + combine, path: "Tests/Client/DogsExamples",
    swiftSettings: [.swiftLanguageMode(.v6)]),
]

let toolTests: [Target] = [
  tests(
    of: "WoofAdmin", in: .admin,
    uses: [
      "woof-admin", "woof", "woof-worker", "WoofTesting", "ProcessKit", "WoofClient", "WoofAdministration",
      "WoofModel", "WoofCommandLine", "URLLoading", "TestKit", "TestPictures",
    ]),
  tests(
    of: "WoofTesting", in: .testing,
    uses: [
      "woof-harness", "woof-worker", "WoofClient", "WoofCore", "WoofCryptography", "WoofHTTP", "WoofModel",
      "WoofImages",
      "URLLoading", "TestKit", "HarnessTestKit",
    ]),
  tests(
    of: "MemoryDisks", in: .testing,
    uses: ["WoofStorage", "WoofCore", "WoofModel", "WoofCryptography", "CSQLite", "TestKit"]),
  tests(of: "WoofTestingTraits", in: .testing, uses: ["WoofTesting", "WoofClient", "WoofModel"]),
  testProgram(
    "WoofChaos", in: .programs,
    uses: [
      "WoofClient", "WoofSync", "URLLoading", "WoofStorage", "WoofCore", "WoofCryptography", "WoofModel",
      "WoofCommandLine",
      "ProcessKit", "TestKit",
    ]),
  testProgram(
    "WoofClusterTrial", in: .programs,
    uses: [
      "OrderTrialKit", "PostgreSQLTestKit", "ObjectStoreTestKit", "TestKit", "TestPictures", "ProcessKit",
      "WoofCommandLine",
      "WoofPostgresStorage", "WoofPostgreSQL", "WoofStorage", "WoofS3", "WoofCore", "WoofModel", "WoofCryptography",
      "URLLoading",
    ]),
  testProgram(
    "WoofSimulation", in: .programs,
    uses: [
      "MemoryDisks", "WoofSync", "WoofClient", "WoofAPI", "WoofStorage", "WoofHTTP", "WoofHTTPSemantics", "WoofImages",
      "WoofCore",
      "WoofCryptography", "WoofModel", "WoofSystem",
    ]),
  .testTarget(
    name: "WoofBenchTests", dependencies: ["woof-bench", "WoofModel", "WoofImages", "TestKit"],
    path: "Tests/Programs/WoofBenchTests", swiftSettings: settings),
]

/// The tests to build, by the names of their targets with commas between, which saves time while one module is worked on;
/// all by default.
let wantedTests = Context.environment["WOOF_TESTS"].map { $0.split(separator: ",").map(String.init) }

/// Returns `true` for a target that is no test, and for the tests that are wanted.
func isWanted(_ target: Target) -> Bool {
  guard let wantedTests, let path = target.path, path.hasPrefix("Tests/"), !path.hasPrefix("Tests/Support/") else {
    return true
  }
  return wantedTests.contains(target.name)
}

let package = Package(
  name: "woof",
  products: combineProducts + [
    .library(name: "URLLoading", targets: ["URLLoading"]),
    .library(name: "WoofClient", targets: ["WoofClient"]),
    .library(name: "WoofSync", targets: ["WoofSync"]),
    .library(name: "WoofTesting", targets: ["WoofTesting"]),
    .library(name: "WoofTestingTraits", targets: ["WoofTestingTraits"]),
    .executable(name: "woof", targets: ["woof"]),
    .executable(name: "dogs", targets: ["dogs"]),
    .executable(name: "woof-admin", targets: ["woof-admin"]),
    .executable(name: "woof-harness", targets: ["woof-harness"]),
    .executable(name: "woof-bench", targets: ["woof-bench"]),
    .executable(name: "woof-worker", targets: ["woof-worker"]),
    // Workers load plugins as libraries of their own.
    .library(name: "WoofVips", type: .dynamic, targets: ["WoofVips"]),
    .library(name: "DogColour", type: .dynamic, targets: ["DogColour"]),
  ],
  targets: (platform + shared + service + plugins + clients + harness + programs
    + testKits + sharedTests + serviceTests + pluginTests + clientTests + toolTests).filter(isWanted)
)
