# Included by ctest: tests neither find what the user's editors left in the cache of models, nor leave anything to them.
set(ENV{VKPICK_CACHE_LIMIT} 0)
