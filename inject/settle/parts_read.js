// Where events of its own are watched for, where more than one document is read, and
// under real time (a page that goes on meanwhile is compared with what was read), the
// states between the parts of an action are read as all others (parts_unread.js).
function noteChoice() {}
function isPassedOver() {
    return false;
}
function isUntold() {
    return false;
}
function pushUntold() {}
function noteTold() {}
function inPlaceOf(ref) {
    return ref;
}
