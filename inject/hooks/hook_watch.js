// Runs in the page's own world, before its code: tells the page script, in the
// same turn, of what leaves no trace in the document. The host calls this
// function with the kinds of events that are watched ({"value": true, ...}).
//
// The words go through a comment node that is in no document and that the page
// script observes; it sends the node as hook.js is sent its own. A word is empty
// (something may have changed) or a kind and what belongs to it, with a line
// break between.
(function (kinds) {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = uncurry(Function.prototype.apply);
    const then = uncurry(Promise.prototype.then);
    const describe = Object.getOwnPropertyDescriptor;
    const define = Object.defineProperty;
    const setData = uncurry(describe(CharacterData.prototype, "data").set);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const unlisten = uncurry(EventTarget.prototype.removeEventListener);
    var node = null;
    const early = []; // before the page script has said hello

    function tell(word) {
        if (node === null) early[early.length] = word;
        else setData(node, word);
    }

    function tellOfChange() {
        tell("");
    }

    function hello(event) {
        node = event.relatedTarget;
        swallow(event);
        unlisten(document, "weir-watch", hello, true);
        for (var i = 0; i < early.length; i++) tell(early[i]);
        early.length = 0;
    }
    document.addEventListener("weir-watch", hello, true);

    // In a frame nobody says hello.
    if (root.top !== root) return;

    // `after` is told once the original has done its work.
    function around(original, name, after) {
        const replacement = {
            [name]() {
                try {
                    return apply(original, this, arguments);
                } finally {
                    after(arguments);
                }
            }
        }[name];
        define(replacement, "length", { value: original.length });
        return replacement;
    }

    function prototypeOf(name) {
        return typeof root[name] === "function" ? root[name].prototype : {};
    }

    function wrapSetters(owner, names) {
        const prototype = prototypeOf(owner);
        names.forEach(function (name) {
            const how = describe(prototype, name);
            if (!how || !how.set || !how.configurable) return;
            how.set = around(how.set, "set " + name, tellOfChange);
            define(prototype, name, how);
        });
    }

    // To ask for a style object, a list of sheets or a storage is to be able to
    // change it.
    function wrapGetters(object, names) {
        names.forEach(function (name) {
            const how = describe(object, name);
            if (!how || !how.get || !how.configurable) return;
            how.get = around(how.get, "get " + name, tellOfChange);
            define(object, name, how);
        });
    }

    function wrapMethods(object, names, after) {
        names.forEach(function (name) {
            const how = describe(object, name);
            if (!how || typeof how.value !== "function") return;
            how.value = around(how.value, name, after);
            define(object, name, how);
        });
    }

    function wrapFields() {
        const TEXT = [
            "value", "selectionStart", "selectionEnd", "selectionDirection"
        ];
        const EDITS = [
            "setRangeText", "setSelectionRange", "select", "setCustomValidity"
        ];
        wrapSetters("HTMLInputElement", TEXT.concat([
            "checked", "indeterminate", "valueAsNumber", "valueAsDate", "files"
        ]));
        wrapSetters("HTMLTextAreaElement", TEXT);
        wrapSetters("HTMLSelectElement", ["value", "selectedIndex"]);
        wrapSetters("HTMLOptionElement", ["selected"]);
        const step = EDITS.concat(["stepUp", "stepDown"]);
        wrapMethods(prototypeOf("HTMLInputElement"), step, tellOfChange);
        wrapMethods(prototypeOf("HTMLTextAreaElement"), EDITS, tellOfChange);
        [
            "HTMLSelectElement", "HTMLButtonElement", "HTMLFieldSetElement",
            "HTMLOutputElement", "ElementInternals"
        ].forEach(function (owner) {
            const names = ["setCustomValidity", "setValidity", "setFormValue"];
            wrapMethods(prototypeOf(owner), names, tellOfChange);
        });
        wrapMethods(prototypeOf("HTMLFormElement"), ["reset"], tellOfChange);
    }

    function wrapStyles() {
        const RULES = [
            "insertRule", "deleteRule", "addRule", "removeRule", "replaceSync",
            "appendRule"
        ];
        wrapSetters("StyleSheet", ["disabled"]);
        wrapSetters("CSSStyleSheet", ["disabled"]);
        wrapSetters("MediaList", ["mediaText"]);
        wrapMethods(
            prototypeOf("MediaList"), ["appendMedium", "deleteMedium"],
            tellOfChange
        );
        [
            "CSSStyleSheet", "CSSGroupingRule", "CSSKeyframesRule",
            "CSSStyleRule"
        ].forEach(function (owner) {
            wrapMethods(prototypeOf(owner), RULES, tellOfChange);
        });
        wrapSetters("CSSStyleDeclaration", ["cssText"]);
        wrapMethods(
            prototypeOf("CSSStyleDeclaration"),
            ["setProperty", "removeProperty"], tellOfChange
        );
        wrapSetters("CSSStyleRule", ["selectorText", "style"]);
        wrapGetters(prototypeOf("CSSStyleRule"), ["style", "styleMap"]);
        wrapSetters("Document", ["adoptedStyleSheets"]);
        wrapSetters("ShadowRoot", ["adoptedStyleSheets"]);
        wrapGetters(prototypeOf("Document"), ["adoptedStyleSheets"]);
        wrapGetters(prototypeOf("ShadowRoot"), ["adoptedStyleSheets"]);
        wrapReplace();
    }

    // The one method that changes a sheet later.
    function wrapReplace() {
        const prototype = prototypeOf("CSSStyleSheet");
        const how = describe(prototype, "replace");
        if (!how) return;
        const replace = how.value;
        how.value = {
            replace() {
                const done = apply(replace, this, arguments);
                then(done, tellOfChange, tellOfChange);
                return done;
            }
        }.replace;
        define(prototype, "replace", how);
    }

    function wrapRest() {
        wrapMethods(
            prototypeOf("Storage"), ["setItem", "removeItem", "clear"],
            tellOfChange
        );
        // An item may be set as a property, too.
        wrapGetters(root, ["localStorage", "sessionStorage"]);
        wrapSetters("Document", ["cookie"]);
        wrapMethods(
            prototypeOf("HTMLElement"),
            ["showPopover", "hidePopover", "togglePopover"], tellOfChange
        );
    }

    function wrapConsole() {
        [
            "log", "info", "warn", "error", "debug", "dir", "table", "trace",
            "assert"
        ].forEach(function (level) {
            wrapMethods(root.console, [level], function (given) {
                if (level === "assert" && given[0]) return;
                tell("console\n" + level);
            });
        });
    }

    function hearErrors() {
        root.addEventListener("error", function (event) {
            if (event.target === root) tell("error");
        }, true);
        root.addEventListener("unhandledrejection", function () {
            tell("error");
        }, true);
    }

    function wrapDialogs() {
        ["alert", "confirm", "prompt"].forEach(function (kind) {
            wrapMethods(root, [kind], function () {
                tell("dialog\n" + kind);
            });
        });
    }

    // A click on a link that is in no document reaches nobody else.
    function wrapClick() {
        const prototype = prototypeOf("HTMLElement");
        const how = describe(prototype, "click");
        const click = how.value;
        const matches = uncurry(Element.prototype.matches);
        const isConnected = uncurry(
            describe(Node.prototype, "isConnected").get
        );
        how.value = {
            click() {
                const result = apply(click, this, arguments);
                if (!isConnected(this) && matches(this, "a[download][href]"))
                    tell("download");
                return result;
            }
        }.click;
        define(prototype, "click", how);
    }

    if (kinds.downloads) wrapClick();
    if (kinds.value || kinds.state) wrapFields();
    if (kinds.style || kinds.state) wrapStyles();
    if (kinds.state) wrapRest();
    if (kinds.console) wrapConsole();
    if (kinds.errors) hearErrors();
    if (kinds.dialogs) wrapDialogs();
})
