// SPDX-License-Identifier: Apache-2.0

// Whoever uses a replica meets the client and the values of the wire contract in every call.
@_exported public import WoofClient
