// SPDX-License-Identifier: Apache-2.0

#include "CWoofResources.h"

// The compiler knows #embed in every mode of C, and notes that it is of C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openapi[] = {
#embed "../../../Resources/openapi.yaml"
};

const struct woof_resource woof_resource_openapi = {openapi, sizeof openapi};
