# x86-64 Linux with musl instead of glibc: Debian package musl-tools.
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
