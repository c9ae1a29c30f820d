// The one file that holds volk's code and its table of function pointers.
#define VOLK_IMPLEMENTATION
#include <volk.h>
