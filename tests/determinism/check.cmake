# cmake -DSOURCE=... -DWORK=... -DPICKS=N -P check.cmake
# Builds the picking library and the program with each compiler that is here, without optimisation, and runs them: each
# checks its own hash against the expected one. An absent compiler is said and passed over.
# scripts/targets.sh does so with optimisation and for other processors.
set(configurations "gcc -O0" "clang -O0")
set(ran 0)
foreach(configuration IN LISTS configurations)
    separate_arguments(words UNIX_COMMAND "${configuration}")
    list(GET words 0 compiler)
    list(GET words 1 optimisation)
    find_program(found_${compiler} ${compiler})
    if(NOT found_${compiler})
        message(STATUS "${configuration}: passed over, there is no ${compiler}")
        continue()
    endif()
    string(MAKE_C_IDENTIFIER "${configuration}" name)
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/tests/determinism/standalone -B ${WORK}/${name}
        -DCMAKE_C_COMPILER=${compiler} -DCMAKE_BUILD_TYPE=None "-DCMAKE_C_FLAGS=${optimisation}"
        -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16
        OUTPUT_VARIABLE log ERROR_VARIABLE log RESULT_VARIABLE status)
    if(status EQUAL 0)
        execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/${name} -j 2
            OUTPUT_VARIABLE log ERROR_VARIABLE log RESULT_VARIABLE status)
    endif()
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${configuration}: does not build\n${log}")
    endif()
    execute_process(COMMAND ${WORK}/${name}/determinism ${PICKS} all 1
        OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
    message(STATUS "${configuration}:\n${output}")
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${configuration}: other bits")
    endif()
    math(EXPR ran "${ran} + 1")
endforeach()
if(ran EQUAL 0)
    message(FATAL_ERROR "no compiler was found")
endif()
