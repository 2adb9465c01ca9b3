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

/// The tests of a module: `Tests/<name>Tests`.
func tests(of name: String, uses dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, resources: resources,
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
  tests(of: "Combine", uses: ["TestKit"]),
  .target(name: "AllocationCount", path: "Tests/CombineBench/Allocations"),
  .executableTarget(
    name: "CombineBench", dependencies: ["Combine", "AllocationCount"], path: "Tests/CombineBench",
    exclude: ["Allocations"], swiftSettings: settings),
  tests(of: "URLLoading", uses: ["Combine", "TestKit", "CCurl", "COpenSSL", "CLinux"]),
  .target(name: "CurlReference", dependencies: ["CCurl"], path: "Tests/URLLoadingBench/Reference"),
  .executableTarget(
    name: "URLLoadingBench", dependencies: ["URLLoading", "CurlReference", "CLinux"], path: "Tests/URLLoadingBench",
    exclude: ["Reference"], swiftSettings: settings),
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
  module("WoofSystem", in: .shared, uses: ["CLinux"]),
  module("WoofModel", in: .shared, uses: ["WoofSystem"]),
  module("WoofAdministration", in: .shared, uses: ["WoofModel"]),
  module("WoofCryptography", in: .shared, uses: ["WoofSystem", "COpenSSL"]),
  module("WoofHTTPSemantics", in: .shared, uses: ["WoofSystem", "WoofCryptography"]),
  module("WoofImages", in: .shared, uses: ["WoofModel", "WoofSystem"]),
  module("WoofConfiguration", in: .shared),
  module("WoofCommandLine", in: .shared, uses: ["WoofConfiguration"]),
  module(
    "WoofTerminal", in: .shared, uses: ["WoofCommandLine", "WoofConfiguration", "WoofModel", "WoofSystem", "CLinux"]),
  cModule("CLinux", in: .c),
  systemLibrary("COpenSSL", "openssl", package: "libssl-dev"),
  systemLibrary("CSQLite", "sqlite3", package: "libsqlite3-dev"),
  systemLibrary("CLibedit", "libedit", package: "libedit-dev"),
]

/// The service, from its rules to its composition.
let service: [Target] = [
  module(
    "WoofCore", in: .service,
    uses: ["WoofAdministration", "WoofModel", "WoofCryptography", "WoofConfiguration", "WoofSystem"]),
  module(
    "WoofStorage", in: .service,
    uses: ["WoofCore", "WoofAdministration", "WoofModel", "WoofCryptography", "WoofSystem", "CSQLite", "CLinux"]),
  module("WoofHTTP", in: .service, uses: ["WoofHTTPSemantics", "WoofSystem", "CLinux", "COpenSSL"]),
  module("WoofJobs", in: .service, uses: ["WoofCore", "WoofAdministration", "WoofModel", "WoofSystem"]),
  module(
    "WoofAPI", in: .service,
    uses: [
      "WoofCore", "WoofJobs", "WoofAdministration", "WoofModel", "WoofCryptography", "WoofHTTP", "WoofHTTPSemantics",
      "WoofImages", "WoofResources", "WoofSystem", "CLinux",
    ]),
  module(
    "WoofServer", in: .service,
    uses: [
      "WoofAPI", "WoofJobs", "WoofStorage", "WoofImages", "WoofPlugins", "WoofHTTP", "WoofCore", "WoofModel",
      "WoofAdministration", "WoofConfiguration", "WoofCryptography",
    ]),
  cModule("CWoofResources", in: .service),
  .target(
    name: "WoofResources", dependencies: ["CWoofResources"], path: "Resources",
    exclude: [
      "Containerfile", "PluginTemplates", "Samples", "dashboard.json", "fail2ban.conf", "openapi.yaml", "woof.json5",
      "woof.service", "woof.socket",
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
    "DogsCommands", in: .client,
    uses: [
      "WoofClient", "PluginPictures", "WoofImages", "WoofModel", "WoofTerminal", "WoofCommandLine",
      "WoofConfiguration", "URLLoading",
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
  // Apart, so that users of XCTest link nothing of Swift Testing.
  module("WoofTestingTraits", in: .testing, uses: ["WoofTesting"]),
  cModule("CFaultyVFS", in: .testing, uses: ["CSQLite"]),
]

let programs: [Target] = [
  program(
    "woof",
    uses: [
      "WoofServer", "WoofAPI", "WoofStorage", "WoofHTTP", "WoofCore", "WoofModel", "WoofConfiguration",
      "WoofCommandLine", "WoofTerminal", "WoofCryptography", "WoofSystem", "PluginCommands", "CLinux",
    ]),
  program("dogs", uses: ["DogsCommands", "WoofCommandLine"]),
  program("woof-admin", uses: ["WoofAdmin", "WoofCommandLine"]),
  program("woof-harness", uses: ["WoofTesting", "WoofCommandLine", "WoofModel", "WoofSystem"]),
  program(
    "woof-bench",
    uses: [
      "WoofStorage", "WoofModel", "WoofCryptography", "WoofHTTPSemantics", "WoofCommandLine", "WoofTerminal",
      "WoofSystem", "CLinux", "COpenSSL", "CSQLite",
    ]),
]

let package = Package(
  name: "woof",
  products: combineProducts + [
    .library(name: "URLLoading", targets: ["URLLoading"]),
    .library(name: "WoofClient", targets: ["WoofClient"]),
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
  targets: platform + shared + service + plugins + clients + harness + programs + [
    testSupport("TestKit", uses: ["CLinux"]),
    testSupport("TestPictures", uses: ["TestKit"]),
    testSupport(
      "ServiceTestKit",
      uses: ["WoofStorage", "WoofCore", "WoofModel", "CFaultyVFS", "TestKit", "TestPictures"]),
    .target(
      // As a stranger's package has them: nothing but Swift 6.
      name: "DogsExamples", dependencies: ["URLLoading"] + combine, path: "Tests/DogsExamples",
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .target(
      name: "PluginTesting", dependencies: ["CWoofPlugin"], path: "Tests/PluginTesting", swiftSettings: settings),
    tests(of: "WoofPluginKit", uses: ["PluginTesting", "TestKit"]),
    tests(
      of: "PluginCommands",
      // The plugins it tries are libraries of their own: linked, their entries would be one symbol.
      uses: ["WoofPlugins", "WoofCore", "WoofModel", "TestKit", "woof-worker"]),
    .target(name: "VipsReference", dependencies: ["CVips"], path: "Tests/WoofVipsBench/Reference"),
    .executableTarget(
      name: "WoofVipsBench", dependencies: ["WoofVips", "PluginTesting", "VipsReference"], path: "Tests/WoofVipsBench",
      exclude: ["Reference"], swiftSettings: settings),
    .testTarget(
      name: "WoofVipsTests",
      dependencies: [
        "WoofVips", "WoofPluginKit", "CVips", "PluginTesting", "TestKit", "TestPictures", "HostilePictures",
        "CWoofPlugin", "WoofModel", "WoofImages",
      ],
      exclude: [
        "Support/pictures.py", "Support/compare.py", "Support/frames.py", "Support/photos.py", "Support/alterations.py",
      ],
      swiftSettings: settings,
      // A program exports what a library that it is linked with defines as well, so that libvips finds the plugin's
      // `jpeg_CreateDecompress`. In the plugin's own library it does so without.
      linkerSettings: [.linkedLibrary(":libjpeg.so.62")]),
    tests(of: "WoofSystem"),
    tests(of: "WoofHTTPSemantics"),
    tests(of: "WoofModel"),
    tests(of: "WoofCryptography"),
    tests(of: "WoofImages", uses: ["WoofModel", "TestKit", "TestPictures", "HostilePictures"]),
    tests(of: "WoofConfiguration", uses: ["TestKit"]),
    tests(of: "WoofCommandLine", uses: ["WoofConfiguration"]),
    tests(
      of: "PluginPictures",
      uses: [
        "WoofPlugins", "WoofTerminal", "WoofCore", "WoofCryptography", "WoofModel", "TestKit", "TestPictures",
        "woof-worker",
      ]),
    tests(of: "WoofTerminal", uses: ["WoofModel", "WoofCryptography", "WoofSystem", "TestKit"]),
    tests(
      of: "WoofCore",
      uses: ["WoofAdministration", "WoofModel", "WoofCryptography", "WoofConfiguration", "WoofSystem", "TestKit"]),
    .target(
      name: "WoofStoreConformance", dependencies: ["WoofCore", "WoofModel", "WoofCryptography"],
      path: "Tests/WoofStoreConformance", swiftSettings: settings),
    tests(
      of: "WoofStorage",
      uses: [
        "WoofStoreConformance", "WoofCore", "WoofAdministration", "WoofModel", "WoofCryptography", "WoofSystem",
        "CSQLite", "ServiceTestKit", "TestKit",
      ]),
    .executableTarget(
      name: "WoofStorageBench",
      dependencies: ["WoofStorage", "WoofCore", "WoofModel", "WoofCryptography", "WoofSystem", "CSQLite", "TestKit"],
      path: "Tests/WoofStorageBench", swiftSettings: settings),
    .executableTarget(name: "OldKernel", path: "Tests/OldKernel"),
    .target(
      name: "HostilePictures", dependencies: ["WoofImages", "WoofModel", "TestKit", "TestPictures"],
      path: "Tests/HostilePictures", swiftSettings: settings),
    tests(
      of: "WoofPlugins",
      uses: [
        "WoofCore", "WoofModel", "WoofImages", "WoofCryptography", "CWoofWorker", "CLinux", "TestKit",
        "TestPictures", "HostilePictures", "woof-worker", "OldKernel", "WoofSystem",
      ]),
    .executableTarget(
      name: "WoofPluginsBench", dependencies: ["WoofPlugins", "WoofCore", "WoofModel", "WoofCryptography"],
      path: "Tests/WoofPluginsBench", swiftSettings: settings),
    tests(
      of: "WoofHTTP",
      uses: ["WoofHTTPSemantics", "WoofCryptography", "WoofSystem", "TestKit", "CLinux", "COpenSSL"]),
    tests(
      of: "WoofAPI",
      uses: [
        "WoofAdministration", "WoofCore", "WoofModel", "WoofHTTP", "WoofStorage", "WoofImages", "WoofCryptography",
        "ServiceTestKit", "TestKit", "TestPictures",
      ]),
    tests(of: "WoofJobs", uses: ["WoofCore", "WoofAdministration", "WoofModel", "TestKit"]),
    tests(
      of: "WoofServer",
      uses: [
        "WoofAPI", "WoofJobs", "WoofStorage", "WoofHTTP", "WoofCore", "WoofModel", "WoofConfiguration",
        "WoofAdministration", "WoofCryptography", "WoofResources", "CSQLite", "woof", "woof-worker", "WoofChaos",
        "DogsExamples", "URLLoading", "ServiceTestKit", "TestKit", "TestPictures", "WoofSystem", "WoofHTTPSemantics",

      ] + combine),
    tests(
      of: "WoofClient",
      uses: [
        "WoofServer", "WoofAPI", "WoofStorage", "WoofHTTP", "WoofCore", "WoofConfiguration", "WoofCryptography",
        "URLLoading", "TestKit", "TestPictures",
      ] + combine),
    tests(
      of: "DogsCommands",
      uses: [
        "dogs", "woof", "woof-worker", "WoofClient", "WoofModel", "WoofTerminal", "WoofCommandLine", "TestKit",
        "TestPictures",
      ]),
    tests(
      of: "WoofAdmin",
      uses: [
        "woof-admin", "woof", "woof-worker", "WoofClient", "WoofAdministration", "WoofModel", "WoofCommandLine",
        "URLLoading", "TestKit", "TestPictures",
      ]),
    tests(
      of: "WoofTesting",
      uses: [
        "woof-harness", "woof-worker", "WoofClient", "WoofCore", "WoofCryptography", "WoofModel", "WoofImages",
        "URLLoading", "TestKit",
      ]),
    tests(of: "WoofTestingTraits", uses: ["WoofTesting", "WoofClient", "WoofModel"]),
    .executableTarget(
      name: "WoofChaos",
      dependencies: [
        "WoofClient", "URLLoading", "WoofStorage", "WoofCore", "WoofCryptography", "WoofModel", "WoofCommandLine",
        "TestKit",
      ], path: "Tests/WoofChaos", swiftSettings: settings),
    .testTarget(
      name: "WoofBenchTests", dependencies: ["woof-bench", "WoofModel", "WoofImages"], swiftSettings: settings),
  ]
)
