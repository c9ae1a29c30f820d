# Checks that check.py fails on an arrow that runs up, on a circle, on a call of the heap and on a private
# name that two files have, and names them. PYTHON, ROOT and BUILD are given.
execute_process(COMMAND ${PYTHON} ${ROOT}/tests/rooms/check.py ${ROOT} ${BUILD} --part picking/src
    --plant simd/simd.c view/view.c --plant mesh/mesh_arena.c mesh/mesh_build.c --plant view/view.c realloc
    --plant view/view.c callback_reach
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
foreach(expected
        "simd/simd.c (floor 2) is planted to include view/view.c (floor 4)"
        "circle of 2:\n    mesh/mesh_arena.c is planted to include mesh/mesh_build.c\n    mesh/mesh_build.c calls "
        "view/view.c calls realloc, not the caller's allocator"
        "query/query_primitive.c and view/view.c have a private callback_reach each"
        " 4 faults")
    string(FIND "${output}" "${expected}" found)
    if(NOT result EQUAL 1 OR found EQUAL -1)
        message(FATAL_ERROR "expected \"${expected}\" and 1, got ${result}:\n${output}")
    endif()
endforeach()

# The same in the editor, where it is built.
if(EXISTS ${BUILD}/editor)
    execute_process(COMMAND ${PYTHON} ${ROOT}/tests/rooms/check.py ${ROOT} ${BUILD} --part editor
        --plant document/level/level.c document/file/open.h --plant workspace/workspace_state.c workspace/workspace.c
        RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    foreach(expected
            "document/level/level.c (floor 4) is planted to include document/file/open.h (floor 10)"
            "workspace/workspace_state.c is planted to include workspace/workspace.c" " 2 faults")
        string(FIND "${output}" "${expected}" found)
        if(NOT result EQUAL 1 OR found EQUAL -1)
            message(FATAL_ERROR "expected \"${expected}\" and 1, got ${result}:\n${output}")
        endif()
    endforeach()
endif()
