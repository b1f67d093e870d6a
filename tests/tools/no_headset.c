/* An OpenXR runtime that has no headset, for whoever is to be told so: the loader finds it, the
 * game gets an instance, and no system is ever there. scripts/try-packages compiles it for Windows.
 * ("Runtime Interface Negotiation" in the specification of the loader says what it has to answer.) */
#include <string.h>

#include <openxr/openxr.h>
#include <openxr/openxr_loader_negotiation.h>

/* What the game asks for before it asks for a headset. */
static const char EXTENSION[] = "XR_KHR_vulkan_enable2";

static int only;

static XrResult XRAPI_CALL enumerate_extensions(const char *layer, uint32_t capacity, uint32_t *count,
                                                XrExtensionProperties *properties)
{
    (void)layer;
    *count = 1;
    if (capacity == 0)
        return XR_SUCCESS;
    strcpy(properties[0].extensionName, EXTENSION);
    properties[0].extensionVersion = 2;
    return XR_SUCCESS;
}

static XrResult XRAPI_CALL create_instance(const XrInstanceCreateInfo *info, XrInstance *instance)
{
    (void)info;
    *instance = (XrInstance)&only;
    return XR_SUCCESS;
}

static XrResult XRAPI_CALL destroy_instance(XrInstance instance)
{
    (void)instance;
    return XR_SUCCESS;
}

static XrResult XRAPI_CALL get_instance_properties(XrInstance instance, XrInstanceProperties *properties)
{
    (void)instance;
    properties->runtimeVersion = XR_MAKE_VERSION(1, 0, 0);
    strcpy(properties->runtimeName, "Runtime without a headset");
    return XR_SUCCESS;
}

static XrResult XRAPI_CALL get_system(XrInstance instance, const XrSystemGetInfo *info, XrSystemId *system)
{
    (void)instance;
    (void)info;
    *system = XR_NULL_SYSTEM_ID;
    return XR_ERROR_FORM_FACTOR_UNAVAILABLE;
}

/* All else: it is asked for when the instance is made, and called by nobody without a headset. */
static XrResult XRAPI_CALL unsupported(void)
{
    return XR_ERROR_FUNCTION_UNSUPPORTED;
}

static XrResult XRAPI_CALL get_instance_proc_addr(XrInstance instance, const char *name, PFN_xrVoidFunction *function)
{
    static const struct {
        const char *name;
        PFN_xrVoidFunction function;
    } functions[] = {
        {"xrGetInstanceProcAddr", (PFN_xrVoidFunction)get_instance_proc_addr},
        {"xrEnumerateInstanceExtensionProperties", (PFN_xrVoidFunction)enumerate_extensions},
        {"xrCreateInstance", (PFN_xrVoidFunction)create_instance},
        {"xrDestroyInstance", (PFN_xrVoidFunction)destroy_instance},
        {"xrGetInstanceProperties", (PFN_xrVoidFunction)get_instance_properties},
        {"xrGetSystem", (PFN_xrVoidFunction)get_system},
    };
    (void)instance;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(name, functions[i].name) == 0) {
            *function = functions[i].function;
            return XR_SUCCESS;
        }
    }
    *function = (PFN_xrVoidFunction)unsupported;
    return XR_SUCCESS;
}

__declspec(dllexport) XrResult XRAPI_CALL xrNegotiateLoaderRuntimeInterface(const XrNegotiateLoaderInfo *loader,
                                                                            XrNegotiateRuntimeRequest *runtime)
{
    (void)loader;
    runtime->runtimeInterfaceVersion = XR_CURRENT_LOADER_RUNTIME_VERSION;
    runtime->runtimeApiVersion = XR_API_VERSION_1_0;
    runtime->getInstanceProcAddr = get_instance_proc_addr;
    return XR_SUCCESS;
}
