// libcurl, with what Swift cannot import of it: functions of varying arguments.
#ifndef CCURL_SHIMS_H
#define CCURL_SHIMS_H

#include <curl/curl.h>

#endif
