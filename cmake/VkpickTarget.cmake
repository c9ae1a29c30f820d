# vkpick_target(TARGET): what every target of the project is compiled with. Flags are set per target, so that a
# project that embeds one of the libraries keeps its own.

# IEEE 754 arithmetic, one rounding an operation. A project around this one may have -ffast-math in CMAKE_C_FLAGS or in
# the options of a folder; a target's own options come after both and win. Options that are added to the target later
# are refused by picking/src/base/compiler.h.
#
# A contracted a*b+c rounds once where the edge functions rely on rounding twice: it opens leaks between triangles, and
# makes results depend on the machine.
set(VKPICK_ARITHMETIC
    -fno-fast-math -fno-finite-math-only -fno-associative-math -fno-reciprocal-math -fsigned-zeros -fno-rounding-math
    -ffp-contract=off)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND VKPICK_ARITHMETIC -fno-unsafe-math-optimizations) # clang takes it for -ftrapping-math
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i[3-6]86|x86)$" AND CMAKE_SIZEOF_VOID_P EQUAL 4)
    list(APPEND VKPICK_ARITHMETIC -msse2 -mfpmath=sse) # x87 computes with 64 bits, and rounds when it stores
endif()

function(vkpick_target target)
    if(MSVC)
        target_compile_options(${target} PRIVATE /fp:precise /W3 $<$<BOOL:${VKPICK_WERROR}>:/WX>)
        return()
    endif()
    target_compile_options(${target} PRIVATE ${VKPICK_ARITHMETIC}
        -Wall -Wextra -Wdouble-promotion
        $<$<NOT:$<BOOL:$<TARGET_PROPERTY:${target},UNITY_BUILD>>>:-Wshadow> # files joined see each other's names
        # An anonymous enumeration is how C17 names an integer constant; clang 19 warns where one is multiplied by a double.
        $<$<C_COMPILER_ID:Clang,AppleClang>:-Wno-enum-float-conversion>
        $<$<COMPILE_LANGUAGE:C>:-Wconversion -Wstrict-prototypes -Wmissing-prototypes>
        $<$<BOOL:${VKPICK_WERROR}>:-Werror>)
    # Linked with -ffast-math, gcc's start-up code lets the processor take denormal numbers for zero, in a shared library
    # even for every program that loads it.
    target_link_options(${target} PRIVATE -fno-fast-math
        $<$<C_COMPILER_ID:GNU>:-fno-unsafe-math-optimizations>)
    if(VKPICK_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${VKPICK_SANITIZE} -fno-omit-frame-pointer
            -fno-sanitize-recover=all)
        target_link_options(${target} PUBLIC -fsanitize=${VKPICK_SANITIZE})
    endif()
endfunction()
