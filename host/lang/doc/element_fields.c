#include "lang/doc/element_fields.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* clang-format off */
static const char *const fields[] = { /* sorted bytewise */
    "aLink", "abbr", "accept", "acceptCharset", "accessKey", "accuracymode",
    "action", "active", "activeViewTransition", "adAuctionHeaders", "align",
    "allow", "allowFullscreen", "allowPaymentRequest", "alt", "amplitude",
    "animatedPoints", "archive", "areas", "ariaActionsElements",
    "ariaActiveDescendantElement", "ariaAtomic", "ariaAutoComplete",
    "ariaBrailleLabel", "ariaBrailleRoleDescription", "ariaBusy", "ariaChecked",
    "ariaColCount", "ariaColIndex", "ariaColIndexText", "ariaColSpan",
    "ariaControlsElements", "ariaCurrent", "ariaDescribedByElements",
    "ariaDescription", "ariaDetailsElements", "ariaDisabled",
    "ariaErrorMessageElements", "ariaExpanded", "ariaFlowToElements",
    "ariaHasPopup", "ariaHidden", "ariaInvalid", "ariaKeyShortcuts",
    "ariaLabel", "ariaLabelledByElements", "ariaLevel", "ariaLive", "ariaModal",
    "ariaMultiLine", "ariaMultiSelectable", "ariaOrientation",
    "ariaPlaceholder", "ariaPosInSet", "ariaPressed", "ariaReadOnly",
    "ariaRelevant", "ariaRequired", "ariaRoleDescription", "ariaRowCount",
    "ariaRowIndex", "ariaRowIndexText", "ariaRowSpan", "ariaSelected",
    "ariaSetSize", "ariaSort", "ariaValueMax", "ariaValueMin", "ariaValueNow",
    "ariaValueText", "as", "assignedSlot", "async", "attributeStyleMap",
    "attributes", "attributionSrc", "autocapitalize", "autocomplete",
    "autocorrect", "autofocus", "autolocate", "autoplay", "axis", "azimuth",
    "background", "baseFrequencyX", "baseFrequencyY", "baseURI", "behavior",
    "bgColor", "bias", "blocking", "border", "browsingTopics", "buffered",
    "caption", "cellIndex", "cellPadding", "cellSpacing", "cells", "ch",
    "chOff", "charset", "checked", "childElementCount", "childNodes",
    "children", "cite", "classList", "className", "clear", "clientHeight",
    "clientLeft", "clientTop", "clientWidth", "clipPathUnits", "closedBy",
    "code", "codeBase", "codeType", "colSpan", "color", "cols", "command",
    "commandForElement", "compact", "complete", "computedLabel", "computedRole",
    "config", "content", "contentDocument", "contentEditable", "contentWindow",
    "control", "controls", "controlsList", "coords", "credentialless",
    "crossOrigin", "csp", "css", "currentCSSZoom", "currentScale", "currentSrc",
    "currentTime", "currentTranslate", "customElementRegistry", "cx", "cy",
    "data", "dataset", "dateTime", "declare", "decoding", "default",
    "defaultChecked", "defaultMuted", "defaultPlaybackRate", "defaultSelected",
    "defaultValue", "defer", "diffuseConstant", "dir", "dirName", "direction",
    "disablePictureInPicture", "disableRemotePlayback", "disabled", "divisor",
    "download", "draggable", "duration", "dx", "dy", "edgeMode", "editContext",
    "elementTiming", "elements", "elevation", "enabled", "encoding", "enctype",
    "ended", "enterKeyHint", "error", "event", "exponent", "face",
    "farthestViewportElement", "featurePolicy", "fetchPriority", "files",
    "filterUnits", "firstChild", "firstElementChild", "fittingTexts",
    "focusGroup", "focusGroupStart", "focused", "form", "formAction", "formEnctype",
    "formMethod", "formNoValidate", "formTarget", "fr", "frame", "frameBorder",
    "fx", "fy", "gradientTransform", "gradientUnits", "hash", "headers",
    "height", "hidden", "high", "host", "hostname", "href", "hreflang",
    "hspace", "html", "htmlFor", "httpEquiv", "id", "imageSizes", "imageSrcset",
    "in1", "in2", "inViewport", "incremental", "indeterminate", "index",
    "inert", "initialPermissionStatus", "innerHTML", "innerText", "inputMode",
    "integrity", "interactable", "intercept", "interestForElement",
    "invalidReason", "isConnected", "isContentEditable", "isMap", "isValid",
    "k1", "k2", "k3", "k4", "kernelMatrix", "kernelUnitLengthX",
    "kernelUnitLengthY", "kind", "label", "labels", "lang", "lastChild",
    "lastElementChild", "length", "lengthAdjust", "limitingConeAngle", "link",
    "list", "loading", "localName", "longDesc", "loop", "low", "lowsrc",
    "marginHeight", "marginWidth", "markerHeight", "markerUnits", "markerWidth",
    "maskContentUnits", "maskUnits", "max", "maxLength", "media", "mediaKeys",
    "method", "min", "minLength", "mode", "multiple", "muted", "name",
    "namespaceURI", "naturalHeight", "naturalWidth", "nearestViewportElement",
    "networkState", "nextElementSibling", "nextSibling", "noHref", "noModule",
    "noResize", "noShade", "noValidate", "noWrap", "nodeName", "nodeType",
    "nodeValue", "nonce", "numOctaves", "offset", "offsetHeight", "offsetLeft",
    "offsetParent", "offsetTop", "offsetWidth", "open", "operator", "optimum",
    "options", "orderX", "orderY", "orientAngle", "orientType", "origin",
    "outerHTML", "outerText", "ownerDocument", "ownerSVGElement",
    "parentElement", "parentNode", "part", "password", "pathLength", "pathname",
    "pattern", "patternContentUnits", "patternTransform", "patternUnits",
    "paused", "permissionStatus", "ping", "placeholder", "playbackRate",
    "played", "playsInline", "points", "pointsAtX", "pointsAtY", "pointsAtZ",
    "popover", "popoverTargetAction", "popoverTargetElement", "port",
    "position", "poster", "prefix", "preload", "preserveAlpha",
    "preserveAspectRatio", "preservesPitch", "previousElementSibling",
    "previousSibling", "primitiveUnits", "privateToken", "protocol", "r",
    "radiusX", "radiusY", "reachable", "readOnly", "readyState", "rect", "ref",
    "refX", "refY", "referrerPolicy", "rel", "relList", "remote", "required",
    "requiredExtensions", "result", "returnValue", "rev", "reversed", "role",
    "rotate", "rowIndex", "rowSpan", "rows", "rules", "rx", "ry", "sandbox",
    "scale", "scheme", "scope", "scrollAmount", "scrollDelay", "scrollHeight",
    "scrollLeft", "scrollTop", "scrollWidth", "scrolling", "search",
    "sectionRowIndex", "seed", "seekable", "seeking", "selected",
    "selectedIndex", "selectedOptions", "selectionDirection", "selectionEnd",
    "selectionStart", "shadowRoot", "shadowRootClonable",
    "shadowRootCustomElementRegistry", "shadowRootDelegatesFocus",
    "shadowRootMode", "shadowRootReferenceTarget", "shadowRootSerializable",
    "shadowRootSlotAssignment", "shape", "sheet", "sinkId", "size", "sizes",
    "slope", "slot", "spacing", "span", "specularConstant", "specularExponent",
    "spellcheck", "spreadMethod", "src", "srcObject", "srcdoc", "srclang",
    "srcset", "standby", "start", "startOffset", "stdDeviationX",
    "stdDeviationY", "step", "stitchTiles", "stream", "style", "summary",
    "surfaceScale", "systemLanguage", "tBodies", "tFoot", "tHead", "tabIndex",
    "tableValues", "tag", "tagName", "target", "targetElement", "targetX",
    "targetY", "text", "textContent", "textLength", "textTracks", "title",
    "track", "transform", "translate", "trueSpeed", "type", "useMap",
    "username", "vAlign", "vLink", "validationMessage", "validity", "value",
    "valueAsDate", "valueAsNumber", "valueType", "values", "version",
    "videoHeight", "videoWidth", "viewBox", "viewportElement",
    "virtualKeyboardPolicy", "visible", "volume", "vspace", "watch",
    "webkitAudioDecodedByteCount", "webkitDecodedFrameCount",
    "webkitDroppedFrameCount", "webkitEntries", "webkitVideoDecodedByteCount",
    "webkitdirectory", "width", "willValidate", "wrap", "writingSuggestions",
    "x", "x1", "x2", "xChannelSelector", "y", "y1", "y2", "yChannelSelector",
    "z", "zoomAndPan",
};
/* clang-format on */

static const size_t field_count = sizeof fields / sizeof *fields;

static int compare(const void *name, const void *entry)
{
    return strcmp(name, *(const char *const *)entry);
}

static const char *const page_fields[] = {
    "url",       "home",         "origin",   "path",           "query",
    "hash",      "title",        "dialog",   "online",         "historyLength",
    "canGoBack", "canGoForward", "blank",    "duplicateIds",   "responsive",
    "focused",   "visibility",   "viewport", "cookies",        "localStorage",
    "console",   "errors",       "requests", "sessionStorage",
};

static const size_t page_field_count = sizeof page_fields / sizeof *page_fields;

bool element_field_is_known(const char *name)
{
    return bsearch(name, fields, field_count, sizeof *fields, compare) != NULL;
}

bool page_field_is_known(const char *name)
{
    for (size_t i = 0; i < page_field_count; i++)
        if (strcmp(name, page_fields[i]) == 0)
            return true;
    return false;
}

/* Is `b` what `a` becomes by one letter more, less, other, or swapped? */
static bool is_one_slip(const char *a, const char *b)
{
    size_t la = strlen(a);
    size_t lb = strlen(b);
    size_t same = 0;
    while (same < la && same < lb && a[same] == b[same])
        same++;
    if (la == lb)
        return strcmp(a + same + 1, b + same + 1) == 0 ||
               (same + 1 < la && a[same] == b[same + 1] &&
                a[same + 1] == b[same] &&
                strcmp(a + same + 2, b + same + 2) == 0);
    if (la + 1 == lb)
        return strcmp(a + same, b + same + 1) == 0;
    return lb + 1 == la && strcmp(a + same + 1, b + same) == 0;
}

enum { SLIP_LENGTH = 5 }; /* in shorter names one letter is a lot */

static const char *meant_among(const char *const *names, size_t count,
                               const char *name)
{
    const char *near = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *known = names[i];
        if (strcasecmp(name, known) == 0 ||
            (near == NULL && strlen(name) >= SLIP_LENGTH &&
             strlen(known) >= SLIP_LENGTH && is_one_slip(name, known)))
            near = known;
    }
    return near;
}

const char *element_field_meant_by(const char *name)
{
    return element_field_is_known(name)
               ? NULL
               : meant_among(fields, field_count, name);
}

const char *page_field_meant_by(const char *name)
{
    return page_field_is_known(name)
               ? NULL
               : meant_among(page_fields, page_field_count, name);
}
