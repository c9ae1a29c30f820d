// gltf_text.h: pieces of glTF files, for tests of the reader: WHOLE is a file with one triangle.
#ifndef TESTS_UNIT_GLTF_TEXT_H
#define TESTS_UNIT_GLTF_TEXT_H

#define ASSET "\"asset\":{\"version\":\"2.0\"}"
// 36 bytes of positions (0 0 0, 1 0 0, 0 1 0), 6 of indices 0 1 2, 6 of indices 0 1 3.
#define DATA "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIAAAABAAMA"
#define BUFFER "\"buffers\":[{\"byteLength\":48,\"uri\":\"" DATA "\"}]"
#define VIEWS                                                                                                          \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6},"             \
    "{\"buffer\":0,\"byteOffset\":42,\"byteLength\":6}]"
#define ACCESSORS                                                                                                      \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"                          \
    "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"},"                                       \
    "{\"bufferView\":2,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}]"
#define MESH(primitive) "\"meshes\":[{\"name\":\"shape\",\"primitives\":[" primitive "]}]"
#define TRIANGLE "{\"attributes\":{\"POSITION\":0},\"indices\":1}"
#define SCENE "\"scene\":0,\"scenes\":[{\"nodes\":[0]}]"
#define NODES "\"nodes\":[{\"name\":\"thing\",\"mesh\":0}]"
#define BODY BUFFER "," VIEWS "," ACCESSORS
#define WHOLE(nodes, rest) "{" ASSET "," BODY "," MESH(TRIANGLE) "," nodes "," SCENE rest "}"

#endif
