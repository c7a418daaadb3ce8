# Read by CMake where the project llama.cpp begins (CMAKE_PROJECT_llama.cpp_INCLUDE): its bindings ask
# for what its command-line tools share, of which nothing here is used. Compiled are ggml and llama.
set(LLAMA_BUILD_COMMON OFF)
