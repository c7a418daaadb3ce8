# Read by CMake where the project llama.cpp begins (CMAKE_PROJECT_llama.cpp_INCLUDE): its bindings ask
# for what its command-line tools share, of which nothing here is used. Compiled are ggml and llama.
set(LLAMA_BUILD_COMMON OFF)

# Most of llama describes the graphs of 150 kinds of models. Less optimization there saves a quarter of
# the compile time. ggml, which calculates, and the tokenizer are compiled as upstream does.
if(NOT MSVC)
  cmake_language(DEFER CALL target_compile_options llama PRIVATE -O1)
  cmake_language(DEFER CALL set_source_files_properties llama-vocab.cpp unicode.cpp
    DIRECTORY src PROPERTIES COMPILE_OPTIONS -O3)
endif()
