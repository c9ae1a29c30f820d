# Compiles every public header alone, as C17 and as C++17, with each compiler that there is, or in a quick run with one
# of them, the next header with another. No warnings.
#   cmake -DHEADERS=... -DINCLUDE=... -DOUT=... -P headers.cmake
file(MAKE_DIRECTORY ${OUT})
find_program(gcc_c gcc)
find_program(clang_c clang)
find_program(gcc_c++ g++)
find_program(clang_c++ clang++)
set(compiled 0)
foreach(one "gcc_c|c|c17" "clang_c|c|c17" "gcc_c++|c++|c++17" "clang_c++|c++|c++17")
    string(REPLACE "|" ";" one ${one})
    list(GET one 0 name)
    list(GET one 1 language)
    list(GET one 2 standard)
    set(compiler ${${name}})
    if(NOT compiler)
        continue()
    endif()
    set(skips FALSE) # every second header, which the other compiler has
    if(NOT "$ENV{VKPICK_THOROUGH}" STREQUAL "1" AND gcc_${language} AND clang_${language})
        set(skips TRUE)
    endif()
    set(second FALSE)
    if(name MATCHES "^clang")
        set(second TRUE)
    endif()
    foreach(header IN LISTS HEADERS)
        if(skips AND second)
            set(second FALSE)
            continue()
        endif()
        set(second TRUE)
        get_filename_component(file ${header} NAME)
        file(WRITE ${OUT}/${file}.${language} "#include <picking/${file}>\nint pick_header_is_alone;\n")
        execute_process(
            COMMAND ${compiler} -x ${language} -std=${standard} -pedantic -Wall -Wextra -Werror -fsyntax-only -I${INCLUDE}
                ${OUT}/${file}.${language}
            RESULT_VARIABLE status ERROR_VARIABLE messages)
        if(NOT status EQUAL 0)
            message(FATAL_ERROR "${name} -std=${standard} picking/${file}:\n${messages}")
        endif()
        math(EXPR compiled "${compiled} + 1")
    endforeach()
    # What C++ has instead of the macros.
    file(WRITE ${OUT}/defaults.${language} "#include <picking/picking.h>\nint main(void)\n{\n    pick_query a = pick_query_default();\n    pick_object_desc b = pick_object_desc_default();\n    pick_region_query c = pick_region_query_default();\n    pick_nearest_query d = pick_nearest_query_default();\n    pick_cursor_query e = pick_cursor_query_default();\n    pick_pointer_desc f = pick_pointer_desc_default();\n    pick_gizmo_desc g = pick_gizmo_desc_default();\n    pick_debug_draw_desc h = pick_debug_draw_desc_default();\n    pick_debug_style i = pick_debug_style_default();\n    return (int)(a.hidden_layers + b.layers + (unsigned)c.cull + d.features + e.proxy_count + f.select_button + g.align_axis) + (int)h.lines + (i.depth_test ? 1 : 0);\n}\n")
    execute_process(
        COMMAND ${compiler} -x ${language} -std=${standard} -pedantic -Wall -Wextra -Werror -fsyntax-only -I${INCLUDE}
            ${OUT}/defaults.${language}
        RESULT_VARIABLE status ERROR_VARIABLE messages)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${name} -std=${standard} defaults:\n${messages}")
    endif()
endforeach()
if(compiled LESS 40) # as C and as C++
    message(FATAL_ERROR "only ${compiled} headers were compiled")
endif()
message(STATUS "${compiled} headers compiled")
