// Directories and files: a file is opened, which makes it if it is not there,
// written to at its end, and closed; it is read while it is not open.
// Over HTTP: where a run begins anew.
export const real = {reset: {method: 'POST', path: '/reset'}};

export const init = () => ({directories: ['/'], files: {}, open: []});

const DEPTH = 3;
const error = (text) => ({error: text});

const parent = (path) => path.slice(0, path.lastIndexOf('/')) || '/';
const aDirectory = (s, pick) => {
    const names = pick.list(() => pick.oneOf(['x', 'y', 'z']), {min: 1, max: DEPTH});
    return pick.existing(s.directories.filter((one) => one !== '/'), () => `/${names.join('/')}`);
};
const aFile = (s, pick) =>
    pick.existing(Object.keys(s.files), () => {
        const directory = pick.oneOf(s.directories);
        return `${directory === '/' ? '' : directory}/${pick.oneOf(['a', 'b', 'c'])}`;
    });
const opened = (s, handle) => s.open.find((one) => one.handle === handle);
const isOpen = (s, path) => s.open.some((one) => one.path === path);

export const commands = {
    MkDir: {
        args: (s, pick) => [aDirectory(s, pick)],
        weight: 2,
        fake(s, [path]) {
            if (s.directories.includes(path)) return error('exists');
            if (!s.directories.includes(parent(path))) return error('no such directory');
            s.directories.push(path);
            return null;
        },
    },
    Open: {
        args: (s, pick) => [aFile(s, pick)],
        creates: ['handle'],
        weight: 3,
        fake(s, [path], [handle]) {
            if (!s.directories.includes(parent(path))) return error('no such directory');
            if (isOpen(s, path)) return error('busy');
            s.files[path] ??= '';
            s.open.push({handle, path});
            return handle;
        },
    },
    Write: {
        args: (s, pick) => [pick.ref('handle'), pick.text({min: 1, max: 4, alphabet: 'ab'})],
        weight: 3,
        fake(s, [handle, text]) {
            const entry = opened(s, handle);
            if (!entry) return error('closed');
            s.files[entry.path] += text;
            return null;
        },
    },
    Close: {
        args: (s, pick) => [pick.ref('handle')],
        weight: 2,
        fake(s, [handle]) {
            s.open = s.open.filter((one) => one.handle !== handle);
            return null;
        },
    },
    Read: {
        args: (s, pick) => [aFile(s, pick)],
        weight: 3,
        fake(s, [path]) {
            if (!(path in s.files)) return error('no such file');
            if (isOpen(s, path)) return error('busy');
            return s.files[path];
        },
    },
};

export function label(before, command, args, answer) {
    if (command === 'Open' && !answer.error && before.open.length > 0) return ['two files open'];
    if (command === 'Read' && !answer.error) return ['successful read'];
    return [];
}
