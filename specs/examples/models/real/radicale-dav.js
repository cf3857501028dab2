// Radicale's calendars over WebDAV and CalDAV, as calendar programs use them.
//
//   weir check radicale-dav.js http://127.0.0.1:5232 \
//       --start 'radicale --config "" --auth-type none --server-hosts 127.0.0.1:5232 --storage-filesystem-folder shelf' \
//       --ready http://127.0.0.1:5232/.web/ --reset 'rm -rf shelf/collection-root'
//
// Rules: RFC 4918 (WebDAV), RFC 4791 (calendars; 5.3.2.1: one item for each UID).
export const real = {headers: {Authorization: 'Basic YW5uOg=='}}; // "ann", without a password

// "If-Match: *" holds where there is something (RFC 9110, 13.1.1). To Radicale it
// never does.
const KNOWS_ANY = false;

// ---- what is drawn -----------------------------------------------------------

const CALENDARS = ['work', 'home', 'a b'];
const NAMES = ['one', 'two', 'x y']; // of items, and of what UIDs are made
const SUMMARIES = ['a', 'b', 'é', 'comma, semicolon;', ''];
const calendar = (s, pick) => pick.existing(Object.keys(s), () => pick.oneOf(CALENDARS));
const name = (s, pick) => pick.oneOf(NAMES);

// ---- how it is asked ---------------------------------------------------------

const XML = {'Content-Type': 'text/xml'};
const CALENDAR = {'Content-Type': 'text/calendar; charset=utf-8'};
const ITEM = '/ann/${args[0]}/${args[1]}.ics';
const error = '${status}';

const escaped = (text) => text.replace(/[,;]/g, '\\$&');
const eventOf = (uid, summary) => [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//weir//example//EN', 'BEGIN:VEVENT', `UID:${uid}`,
    'DTSTAMP:20240101T000000Z', 'DTSTART:20240229T100000Z', `SUMMARY:${escaped(summary)}`,
    'END:VEVENT', 'END:VCALENDAR', '',
].join('\r\n');
const field = (text, name) => (new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(text) ?? [])[1];
const readEvent = ({body}) => ({
    uid: field(body, 'UID'), summary: (field(body, 'SUMMARY') ?? '').replace(/\\([,;])/g, '$1'),
});
const hrefs = ({body}) => [...body.matchAll(/<href>([^<]*)<\/href>/g)]
    .map(([, href]) => decodeURIComponent(href).replace(/^\/ann\//, '')).sort();
const put = (headers) => ({
    method: 'PUT', path: ITEM, headers: {...CALENDAR, ...headers},
    body: ({args: [, , uid, summary]}) => eventOf(uid, summary), answer: '${status}', error,
});

// ---- what it should do -------------------------------------------------------

// Calendars by name, and in each its items by name.
export const init = {};

const CREATED = 201, NOT_FOUND = 404, CONFLICT = 409, PRECONDITION_FAILED = 412;
// No two items have one UID, and none gets another one.
const conflicts = (items, uid, at) =>
    Object.entries(items).some(([name, item]) => (item.uid === uid) !== (name === at));
const keep = (s, calendar, name, item) => {
    if (conflicts(s[calendar], item.uid, name)) return CONFLICT;
    s[calendar][name] = item;
    return CREATED;
};
const item = (s, pick) => [calendar(s, pick), name(s, pick)];
const event = (s, pick) => [...item(s, pick), name(s, pick), pick.oneOf(SUMMARIES)];
const isThere = (s, [calendar]) => calendar in s;

export const commands = {
    Make: {
        args: (s, pick) => [pick.oneOf(CALENDARS)],
        weight: 2,
        when: (s, [calendar]) => !(calendar in s),
        real: {
            method: 'MKCALENDAR', path: '/ann/${args[0]}/', headers: XML,
            body: '<?xml version="1.0"?><C:mkcalendar xmlns:C="urn:ietf:params:xml:ns:caldav"/>',
            answer: '${status}', error,
        },
        fake(s, [calendar]) {
            s[calendar] = {};
            return CREATED;
        },
    },
    Put: {
        args: event,
        weight: 4,
        when: isThere,
        real: put({}),
        fake: (s, [calendar, name, uid, summary]) => keep(s, calendar, name, {uid, summary}),
    },
    PutNew: {
        args: event,
        when: isThere,
        real: put({'If-None-Match': '*'}),
        fake: (s, [calendar, name, uid, summary]) =>
            (name in s[calendar] ? PRECONDITION_FAILED : keep(s, calendar, name, {uid, summary})),
    },
    PutOld: {
        args: event,
        when: isThere,
        real: put({'If-Match': '*'}),
        fake: (s, [calendar, name, uid, summary]) =>
            (KNOWS_ANY && name in s[calendar]
                ? keep(s, calendar, name, {uid, summary}) : PRECONDITION_FAILED),
    },
    Get: {
        args: item,
        real: {method: 'GET', path: ITEM, answer: readEvent, error},
        fake: (s, [calendar, name]) => s[calendar]?.[name] ?? NOT_FOUND,
    },
    Delete: {
        args: item,
        real: {method: 'DELETE', path: ITEM, answer: '${status}', error},
        fake(s, [calendar, name]) {
            if (s[calendar]?.[name] === undefined) return NOT_FOUND;
            delete s[calendar][name];
            return 200;
        },
    },
    Remove: {
        args: (s, pick) => [calendar(s, pick)],
        real: {method: 'DELETE', path: '/ann/${args[0]}/', answer: '${status}', error},
        fake(s, [calendar]) {
            if (!(calendar in s)) return NOT_FOUND;
            delete s[calendar];
            return 200;
        },
    },
    List: {
        args: (s, pick) => [calendar(s, pick)],
        real: {
            method: 'PROPFIND', path: '/ann/${args[0]}/', headers: {...XML, Depth: '1'},
            body: '<?xml version="1.0"?><D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>',
            answer: hrefs, error,
        },
        fake: (s, [calendar]) => (calendar in s
            ? [`${calendar}/`, ...Object.keys(s[calendar]).map((name) => `${calendar}/${name}.ics`)].sort()
            : NOT_FOUND),
    },
};

export const label = (before, command, args, answer) =>
    (typeof answer === 'number' ? `${command} ${answer}` : `${command} found`);
