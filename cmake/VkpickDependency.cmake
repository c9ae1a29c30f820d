# vkpick_find(NAME... [OPTIONAL]): finds libraries, and defines external::NAME for each, to be linked. In this order:
#
#   1. the library's own CMake package, as vcpkg, the Vulkan SDK and most distributions install it
#   2. pkg-config
#      or, for libraries of which only headers are used, the header; or, for those without pkg-config, header and library
#
# OPTIONAL: what is not found defines no target. CMAKE_PREFIX_PATH says where else to look.

# "-": the library's own CMake package is not used. That of lib3mf 2 has another interface; the pkg-config module of 1.8.1
# names libraries whose packages Debian's lib3mf-dev does not need.
# name | CMake package | its targets, any of them | pkg-config module, header, or header and library | Debian package
set(VKPICK_EXTERNAL
    "assimp|assimp|assimp::assimp|assimp|libassimp-dev"
    "cglm|cglm|cglm::cglm_headers,cglm::cglm,cglm|cglm|libcglm-dev"
    "cjson|cJSON|cJSON::cjson,cjson|libcjson|libcjson-dev"
    "cmocka|cmocka|cmocka::cmocka,cmocka::cmocka-static|cmocka|libcmocka-dev"
    "draco|draco|draco::draco|draco|libdraco-dev"
    "fontconfig|Fontconfig|Fontconfig::Fontconfig|fontconfig|libfontconfig-dev"
    "imgui|imgui|imgui::imgui|imgui|libimgui-dev"
    "lib3mf|-|lib3mf::lib3mf|Model/COM/NMR_DLLInterfaces.h,3MF|lib3mf-dev"
    "meshoptimizer|meshoptimizer|meshoptimizer::meshoptimizer|meshoptimizer.h|libmeshoptimizer-dev"
    "qhull_r|Qhull|Qhull::qhull_r,Qhull::qhullstatic_r|qhull_r|libqhull-dev"
    "sdl2|SDL2|SDL2::SDL2,SDL2::SDL2-static|sdl2|libsdl2-dev"
    "sdl2_image|SDL2_image|SDL2_image::SDL2_image,SDL2_image::SDL2_image-static|SDL2_image|libsdl2-image-dev"
    "seccomp|libseccomp|libseccomp::libseccomp|libseccomp|libseccomp-dev"
    "spng|SPNG|spng::spng,spng::spng_static|spng|libspng-dev"
    "stb|stb|stb::stb|stb/stb_image.h|libstb-dev"
    "volk|volk|volk::volk_headers|volk.h|libvulkan-volk-dev"
    "vulkan_headers|VulkanHeaders|Vulkan::Headers|vulkan/vulkan.h|libvulkan-dev"
    "webp|WebP|WebP::webp|libwebp|libwebp-dev"
    "x11|X11|X11::X11|x11|libx11-dev"
    "xxhash|xxHash|xxHash::xxhash|libxxhash|libxxhash-dev")

# Whether all targets that TARGET links exist. Packages can be wrong: that of Assimp 5.2 on Debian 12 links draco::draco,
# which nothing defines, and CMake would only complain at the end.
function(vkpick_is_complete target result)
    set(${result} TRUE PARENT_SCOPE)
    get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
    foreach(library IN LISTS libraries)
        if(library MATCHES "^[A-Za-z0-9_.-]+::" AND NOT TARGET ${library})
            set(${result} FALSE PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

function(vkpick_find_one name package targets second debian optional)
    string(REPLACE "," ";" targets "${targets}")
    # Another package may have defined some of the targets for itself (SDL2_image 2.8 does those of WebP), and then the
    # library's own package would end in an error.
    set(defined FALSE)
    foreach(target IN LISTS targets)
        if(TARGET ${target})
            set(defined TRUE)
        endif()
    endforeach()
    if(NOT defined AND NOT package STREQUAL "-")
        set(VOLK_PULL_IN_VULKAN OFF) # nothing links to the Vulkan loader
        find_package(${package} CONFIG QUIET GLOBAL)
    endif()
    foreach(target IN LISTS targets)
        if(TARGET ${target})
            vkpick_is_complete(${target} complete)
            if(complete)
                set(found ${target})
                break()
            endif()
        endif()
    endforeach()
    if(NOT found AND second MATCHES "^(.*[.]h)(,(.*))?$")
        set(header ${CMAKE_MATCH_1})
        set(library ${CMAKE_MATCH_3})
        find_path(VKPICK_${name}_INCLUDE ${header} HINTS ENV VULKAN_SDK
            PATH_SUFFIXES include Include ${name} include/${name} DOC "Folder of ${header}")
        if(library)
            find_library(VKPICK_${name}_LIBRARY ${library})
        endif()
        if(VKPICK_${name}_INCLUDE AND (NOT library OR VKPICK_${name}_LIBRARY))
            set(found external::${name}_headers)
            add_library(${found} INTERFACE IMPORTED GLOBAL)
            target_include_directories(${found} INTERFACE ${VKPICK_${name}_INCLUDE})
            if(library)
                target_link_libraries(${found} INTERFACE ${VKPICK_${name}_LIBRARY})
            endif()
        endif()
    elseif(NOT found)
        find_package(PkgConfig QUIET)
        if(PkgConfig_FOUND)
            pkg_check_modules(VKPICK_${name} QUIET IMPORTED_TARGET GLOBAL ${second})
        endif()
        if(TARGET PkgConfig::VKPICK_${name})
            set(found PkgConfig::VKPICK_${name})
        endif()
    endif()
    if(found)
        add_library(external::${name} INTERFACE IMPORTED GLOBAL)
        target_link_libraries(external::${name} INTERFACE ${found})
        message(VERBOSE "${name}: ${found}")
    elseif(NOT optional)
        set(kind "a pkg-config module ${second}")
        if(second MATCHES "[.]h(,|$)")
            set(kind "a header ${header}")
        endif()
        message(FATAL_ERROR "${name} not found: there is neither a CMake package ${package} nor ${kind}. "
            "Debian's package is ${debian}. CMAKE_PREFIX_PATH says where else to look.")
    endif()
endfunction()

function(vkpick_find)
    cmake_parse_arguments(ARG "OPTIONAL" "" "" ${ARGN})
    foreach(name IN LISTS ARG_UNPARSED_ARGUMENTS)
        if(TARGET external::${name})
            continue()
        endif()
        set(rows ${VKPICK_EXTERNAL})
        list(FILTER rows INCLUDE REGEX "^${name}[|]")
        if(NOT rows)
            message(FATAL_ERROR "cmake/VkpickDependency.cmake has no row ${name}")
        endif()
        string(REPLACE "|" ";" row "${rows}")
        vkpick_find_one(${row} "${ARG_OPTIONAL}")
    endforeach()
endfunction()
