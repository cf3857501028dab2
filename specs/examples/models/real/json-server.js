// json-server 0.17: a REST API over a file, for prototypes.
//
//   echo '{"posts": []}' >db.json
//   weir check json-server.js http://127.0.0.1:3000 --only sequential \
//       --start 'json-server --host 127.0.0.1 --port 3000 db.json' --ready http://127.0.0.1:3000/posts \
//       --reset 'sh empty'
//
// where `empty` deletes what is there, for one:
//
//   curl -s http://127.0.0.1:3000/posts | jq -r '.[].id | @uri' |
//       while read -r id; do curl -s -X DELETE "http://127.0.0.1:3000/posts/$id"; done
//
// Rules: its README, "Routes". Identifiers may be chosen, and are given otherwise.

// A second post with an identifier that is there already is an error of the
// client's to an API; here it is one of the server's, with a trace of its stack.
const REFUSES_TWICE = false;

const TITLES = ['a', 'b', 'B', 'é', '10', '9', ''];
const IDS = [1, 2, 7, 'x', 'a b'];
const ORDERS = ['asc', 'desc'];

// In the order in which they were made.
export const init = [];

const at = (posts, id) => posts.findIndex((post) => String(post.id) === String(id));
const NOT_FOUND = {error: 404};
const error = {error: '${status}'};
const one = '/posts/${args[0]}';
const plain = ({body: {id, title, by}}) => ({id, title: title ?? null, by: by ?? null});
const listed = ({body}) => body.map((post) => plain({body: post}));
const some = (s, pick) => pick.existing(s.map(({id}) => id), () => pick.oneOf(IDS));
const title = (s, pick) => pick.oneOf(TITLES);

export const commands = {
    // Where none is given the next one is one more than the largest number.
    Add: {
        args: (s, pick) => [title(s, pick)],
        weight: 3,
        when: (s) => s.every(({id}) => typeof id === 'number'),
        real: {path: '/posts', body: {title: '${args[0]}'}, answer: plain, error},
        fake(s, [title]) {
            const post = {id: Math.max(0, ...s.map(({id}) => id)) + 1, title, by: null};
            s.push(post);
            return post;
        },
    },
    AddAs: {
        args: (s, pick) => [REFUSES_TWICE ? some(s, pick) : pick.oneOf(IDS), title(s, pick)],
        weight: 2,
        when: (s, [id]) => REFUSES_TWICE || at(s, id) < 0,
        real: {path: '/posts', body: {id: '${args[0]}', title: '${args[1]}'}, answer: plain, error},
        fake(s, [id, title]) {
            if (at(s, id) >= 0) return {error: 409};
            const post = {id, title, by: null};
            s.push(post);
            return post;
        },
    },
    Get: {
        args: (s, pick) => [some(s, pick)],
        real: {method: 'GET', path: one, answer: plain, error},
        fake: (s, [id]) => s[at(s, id)] ?? NOT_FOUND,
    },
    // What is not said stays as it is...
    Change: {
        args: (s, pick) => [some(s, pick), pick.oneOf(['ann', 'bob'])],
        real: {method: 'PATCH', path: one, body: {by: '${args[1]}'}, answer: plain, error},
        fake(s, [id, by]) {
            const post = s[at(s, id)];
            return post === undefined ? NOT_FOUND : Object.assign(post, {by});
        },
    },
    // ...or is gone, but for the identifier.
    Replace: {
        args: (s, pick) => [some(s, pick), title(s, pick)],
        real: {method: 'PUT', path: one, body: {title: '${args[1]}', id: 99}, answer: plain, error},
        fake(s, [id, title]) {
            const place = at(s, id);
            return place < 0 ? NOT_FOUND : (s[place] = {id: s[place].id, title, by: null});
        },
    },
    Delete: {
        args: (s, pick) => [some(s, pick)],
        real: {method: 'DELETE', path: one, body: null, answer: 'gone', error},
        fake(s, [id]) {
            if (at(s, id) < 0) return NOT_FOUND;
            s.splice(at(s, id), 1);
            return 'gone';
        },
    },
    All: {
        real: {method: 'GET', path: '/posts', answer: listed},
        fake: (s) => s,
    },
    Titled: {
        args: (s, pick) => [title(s, pick)],
        real: {method: 'GET', path: '/posts?title=${args[0]}', answer: listed},
        fake: (s, [title]) => s.filter((post) => post.title === title),
    },
    Page: {
        args: (s, pick) => [pick.integer(1, 3), pick.integer(1, 3)],
        real: {method: 'GET', path: '/posts?_page=${args[0]}&_limit=${args[1]}', answer: listed},
        fake: (s, [page, limit]) => s.slice((page - 1) * limit, page * limit),
    },
    Slice: {
        args: (s, pick) => [pick.integer(0, 3), pick.integer(0, 4)],
        when: (s, [start, end]) => start <= end,
        real: {method: 'GET', path: '/posts?_start=${args[0]}&_end=${args[1]}', answer: listed},
        fake: (s, [start, end]) => s.slice(start, end),
    },
    Sorted: {
        args: (s, pick) => [pick.oneOf(ORDERS)],
        real: {method: 'GET', path: '/posts?_sort=title&_order=${args[0]}', answer: listed},
        fake: (s, [order]) => {
            const sign = order === 'asc' ? 1 : -1;
            return [...s].sort((a, b) => sign * (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
        },
    },
};

export const label = (before, command, args, answer) =>
    (answer?.error === undefined ? `${command} done` : `${command} refused`);
