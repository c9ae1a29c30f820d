# Installs the picking library into an empty folder, builds the consumer against it and runs it.
#   cmake -DBUILD=... -DSOURCE=... -DWORK=... -DGENERATOR=... -DCOMPILER=... -P check.cmake
file(REMOVE_RECURSE ${WORK})
foreach(step IN ITEMS
        "${CMAKE_COMMAND};--install;${BUILD};--component;picking;--prefix;${WORK}/prefix"
        "${CMAKE_COMMAND};-S;${SOURCE};-B;${WORK}/build;-G;${GENERATOR};-DCMAKE_C_COMPILER=${COMPILER};-DCMAKE_PREFIX_PATH=${WORK}/prefix"
        "${CMAKE_COMMAND};--build;${WORK}/build"
        "${WORK}/build/consumer")
    execute_process(COMMAND ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
