#include "device/pipeline_cache.h"

#include "device/device_private.h"

#include <stdio.h>
#include <string.h>

// Precedes the driver's data. Drivers check which device wrote a cache; not all of them check that it is complete.
typedef struct file_header {
    char magic[8];
    uint64_t size;     // of the data
    uint64_t checksum; // of the data
} file_header;

static const char MAGIC[8] = {'v', 'k', 'p', 'c', 'a', 'c', 'h', '1'};
enum { LARGEST = 256 << 20 };

// FNV-1a: G. Fowler, L. C. Noll, K.-P. Vo.
static uint64_t get_checksum(const unsigned char *data, size_t size)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ data[i]) * 0x100000001b3u;
    return sum;
}

// Returns NULL if this device wrote the data, else what is wrong.
static const char *check_data(const render_device *device, const unsigned char *data, size_t size)
{
    VkPipelineCacheHeaderVersionOne header;
    const VkPhysicalDeviceProperties *properties = &device->properties;
    if (size < sizeof header)
        return "it is cut off";
    memcpy(&header, data, sizeof header);
    if (header.headerSize != sizeof header || header.headerVersion != VK_PIPELINE_CACHE_HEADER_VERSION_ONE)
        return "its layout is unknown";
    if (header.vendorID != properties->vendorID || header.deviceID != properties->deviceID ||
        memcmp(header.pipelineCacheUUID, properties->pipelineCacheUUID, VK_UUID_SIZE) != 0)
        return "it is another device's or driver's";
    return NULL;
}

// Reads the data of an open file. Returns NULL, and the reason, if they cannot be used.
static unsigned char *read_data(const render_device *device, FILE *file, size_t *size, const char **wrong)
{
    file_header header;
    *wrong = "it is no pipeline cache";
    if (fread(&header, sizeof header, 1, file) != 1 || memcmp(header.magic, MAGIC, sizeof MAGIC) != 0)
        return NULL;
    *wrong = "it is cut off or damaged";
    unsigned char *data =
        header.size > 0 && header.size <= LARGEST ? render_allocate(device->allocator, (size_t)header.size) : NULL;
    if (data == NULL)
        return NULL;
    *size = (size_t)header.size;
    if (fread(data, 1, *size, file) == *size && fgetc(file) == EOF && get_checksum(data, *size) == header.checksum)
        *wrong = check_data(device, data, *size);
    if (*wrong == NULL)
        return data;
    render_free(data);
    return NULL;
}

static unsigned char *load(const render_device *device, const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    const char *wrong = NULL;
    unsigned char *data = read_data(device, file, size, &wrong);
    fclose(file);
    if (data == NULL)
        render_log(device, RENDER_LOG_INFO, "not using the pipeline cache %s: %s", path, wrong);
    return data;
}

render_result render_pipeline_cache_init(render_device *device, const char *path)
{
    render_result result = RENDER_OK;
    render_pipelines *pipelines = &device->pipelines;
    size_t size = 0;
    unsigned char *data = NULL;
    if (path != NULL) {
        pipelines->cache_path = render_allocate(device->allocator, strlen(path) + 1);
        if (pipelines->cache_path == NULL)
            return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
        strcpy(pipelines->cache_path, path);
        data = load(device, path, &size);
    }
    const VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
                                            .initialDataSize = data != NULL ? size : 0,
                                            .pInitialData = data};
    VK(device, CreatePipelineCache(device->handle, &info, NULL, &pipelines->cache));
    render_set_name(device, VK_OBJECT_TYPE_PIPELINE_CACHE, (uint64_t)pipelines->cache, "pipeline cache");
    pipelines->cache_size = data != NULL ? size : 0;
error:
    render_free(data);
    return result;
}

static bool write_file(const char *path, const unsigned char *data, size_t size)
{
    file_header header = {.size = size, .checksum = get_checksum(data, size)};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool good = fwrite(&header, sizeof header, 1, file) == 1 && fwrite(data, 1, size, file) == size;
    return fclose(file) == 0 && good;
}

static void save(const render_device *device, const unsigned char *data, size_t size)
{
    const char *path = device->pipelines.cache_path;
    size_t room = strlen(path) + 5;
    char *beside = render_allocate(device->allocator, room);
    if (beside == NULL)
        return;
    snprintf(beside, room, "%s.new", path);
    bool good = write_file(beside, data, size);
    // On systems where rename does not replace a file, remove the old one first.
    if (good && rename(beside, path) != 0)
        good = remove(path) == 0 && rename(beside, path) == 0;
    if (!good) {
        remove(beside);
        render_log(device, RENDER_LOG_INFO, "the pipeline cache %s could not be written", path);
    }
    render_free(beside);
}

void render_pipeline_cache_finish(render_device *device)
{
    render_pipelines *pipelines = &device->pipelines;
    size_t size = 0;
    if (pipelines->cache != VK_NULL_HANDLE && pipelines->cache_path != NULL && !device->lost &&
        device->vk.GetPipelineCacheData(device->handle, pipelines->cache, &size, NULL) == VK_SUCCESS && size > 0 &&
        size != pipelines->cache_size) {
        unsigned char *data = render_allocate(device->allocator, size);
        if (data != NULL &&
            device->vk.GetPipelineCacheData(device->handle, pipelines->cache, &size, data) == VK_SUCCESS)
            save(device, data, size);
        render_free(data);
    }
    device->vk.DestroyPipelineCache(device->handle, pipelines->cache, NULL);
    render_free(pipelines->cache_path);
    pipelines->cache_path = NULL;
}
