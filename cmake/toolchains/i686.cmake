# 32-bit x86: Debian packages gcc-i686-linux-gnu and libc6-dev-i386-cross. The same code as of gcc -m32, whose package
# gcc-multilib conflicts with Debian's other cross compilers. cmake/VkpickTarget.cmake adds -msse2 -mfpmath=sse.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_FIND_ROOT_PATH /usr/i686-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
