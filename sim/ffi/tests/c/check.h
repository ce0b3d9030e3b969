// SPDX-License-Identifier: MIT OR Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the program where two numbers differ.
#define EQUAL(got, expected)                                                                    \
    do {                                                                                        \
        long long got_ = (long long)(got), expected_ = (long long)(expected);                   \
        if (got_ != expected_) {                                                                \
            fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", __FILE__, __LINE__, #got,      \
                    got_, expected_);                                                           \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

// The same where a text does not hold another one.
#define HOLDS(text, part)                                                                       \
    do {                                                                                        \
        if (!strstr(text, part)) {                                                              \
            fprintf(stderr, "%s:%d: \"%s\", expected %s\n", __FILE__, __LINE__, text, part);     \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)
