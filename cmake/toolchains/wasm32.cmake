# WebAssembly under node: Debian packages clang, lld, wasi-libc, libclang-rt-dev-wasm32 and nodejs. Scalar, one thread.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,-z,stack-size=1048576) # the linker's own default is 64 KiB
# Node 20 crashes now and then in its helper threads while a program uses much memory.
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-warnings --single-threaded ${CMAKE_CURRENT_LIST_DIR}/run_wasm.mjs)
set(CMAKE_FIND_ROOT_PATH /usr/lib/wasm32-wasi)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
