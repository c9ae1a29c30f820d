# cmake -DSOURCE=... -DWORK=... -DPICKS=N -P check.cmake
# Builds the picking library and the program with each compiler that is here, at several levels of optimisation, and runs
# them: each checks its own hash against the expected one. An absent compiler is said and passed over.
set(configurations
    "gcc -O0" "gcc -O2" "gcc -O3"
    "clang -O0" "clang -O2" "clang -O3"
    "aarch64-linux-gnu-gcc -O2")
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
    set(runner "")
    set(cross "")
    if(compiler MATCHES "^aarch64")
        find_program(qemu NAMES qemu-aarch64 qemu-aarch64-static)
        if(NOT qemu)
            message(STATUS "${configuration}: passed over, there is no qemu-aarch64 to run it")
            continue()
        endif()
        set(runner ${qemu} -L /usr/aarch64-linux-gnu)
        set(cross -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64)
    endif()
    string(MAKE_C_IDENTIFIER "${configuration}" name)
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/tests/determinism/standalone -B ${WORK}/${name}
        -DCMAKE_C_COMPILER=${compiler} -DCMAKE_BUILD_TYPE=None "-DCMAKE_C_FLAGS=${optimisation}" ${cross}
        OUTPUT_VARIABLE log ERROR_VARIABLE log RESULT_VARIABLE status)
    if(status EQUAL 0)
        execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/${name} -j 2
            OUTPUT_VARIABLE log ERROR_VARIABLE log RESULT_VARIABLE status)
    endif()
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${configuration}: does not build\n${log}")
    endif()
    execute_process(COMMAND ${runner} ${WORK}/${name}/determinism ${PICKS} all 1
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
