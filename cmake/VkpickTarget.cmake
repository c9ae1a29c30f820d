# vkpick_target(TARGET): what every target of the project is compiled with. Flags are set per target, so that a
# project that embeds one of the libraries keeps its own.
function(vkpick_target target)
    target_compile_options(${target} PRIVATE
        # A contracted a*b+c rounds once where the edge functions rely on rounding twice: it opens leaks between
        # triangles, and makes results depend on the machine.
        -ffp-contract=off
        -Wall -Wextra -Wshadow -Wdouble-promotion
        $<$<COMPILE_LANGUAGE:C>:-Wconversion -Wstrict-prototypes -Wmissing-prototypes>
        $<$<BOOL:${VKPICK_WERROR}>:-Werror>)
    if(VKPICK_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${VKPICK_SANITIZE} -fno-omit-frame-pointer
            -fno-sanitize-recover=all)
        target_link_options(${target} PUBLIC -fsanitize=${VKPICK_SANITIZE})
    endif()
endfunction()
