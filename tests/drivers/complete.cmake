# Each test labelled `vulkan` is also run on SwiftShader, but for those of masked features and those named here.
#
#   cmake -D CTEST=ctest -D BUILD=FOLDER -P complete.cmake
cmake_minimum_required(VERSION 3.25)
set(left_out
    failing_calls_test # minutes of CPU: each new device compiles all shaders anew; failing_adopt has less of it
    resize_storm       # window_life, longer
    device_choice portability present_times # what these look at is faked in front of any driver
)
execute_process(COMMAND ${CTEST} --test-dir ${BUILD} -N -L vulkan OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "Test +#[0-9]+: [^\n]+" lines "${list}")
list(TRANSFORM lines REPLACE "Test +#[0-9]+: " "")
set(count 0)
foreach(test IN LISTS lines)
    if(test MATCHES "^(without|swiftshader)_" OR test IN_LIST left_out)
        continue()
    endif()
    math(EXPR count "${count} + 1")
    if(NOT "swiftshader_${test}" IN_LIST lines)
        message(SEND_ERROR "tests/drivers/CMakeLists.txt lacks ${test}")
    endif()
endforeach()
if(count LESS 20)
    message(FATAL_ERROR "only ${count} tests labelled vulkan were found")
endif()
