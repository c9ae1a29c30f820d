# Checks that check.py fails on an arrow that runs up and on a circle, and names them. PYTHON, ROOT and BUILD are given.
execute_process(COMMAND ${PYTHON} ${ROOT}/tests/rooms/check.py ${ROOT} ${BUILD} --part picking/src
    --plant simd/simd.c view/view.c --plant mesh/mesh_arena.c mesh/mesh_build.c
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
foreach(expected
        "simd/simd.c (floor 2) is planted to include view/view.c (floor 4)"
        "circle of 2:\n    mesh/mesh_arena.c is planted to include mesh/mesh_build.c\n    mesh/mesh_build.c calls "
        " 2 faults")
    string(FIND "${output}" "${expected}" found)
    if(NOT result EQUAL 1 OR found EQUAL -1)
        message(FATAL_ERROR "expected \"${expected}\" and 1, got ${result}:\n${output}")
    endif()
endforeach()
