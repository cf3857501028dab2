// Where events of its own are watched for, or more than one document is read, the
// states between the parts of an action are read as all others (between.js).
function noteChoice() {}
function isUntold() {
    return false;
}
function pushUntold() {}
function noteTold() {}
function inPlaceOf(ref) {
    return ref;
}
