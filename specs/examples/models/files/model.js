// Files that are created, read, updated and deleted.
// Over HTTP: where a run begins anew.
export const real = {reset: {method: 'POST', path: '/reset'}};

export const init = () => ({files: []});

const GONE = {error: 'no such file'};
const find = (s, file) => s.files.find((one) => one.file === file);
const aText = (pick) => pick.text({max: 6, alphabet: 'abc'});

export const commands = {
    Create: {
        args: (s, pick) => [aText(pick)],
        creates: ['file'],
        fake(s, [text], [file]) {
            s.files.push({file, text});
            return file;
        },
    },
    Read: {
        args: (s, pick) => [pick.ref('file')],
        weight: 5,
        fake: (s, [file]) => find(s, file)?.text ?? GONE,
    },
    Update: {
        args: (s, pick) => [pick.ref('file'), aText(pick)],
        weight: 3,
        fake(s, [file, text]) {
            const entry = find(s, file);
            if (!entry) return GONE;
            entry.text = text;
            return null;
        },
    },
    Delete: {
        args: (s, pick) => [pick.ref('file')],
        fake(s, [file]) {
            if (!find(s, file)) return GONE;
            s.files = s.files.filter((one) => one.file !== file);
            return null;
        },
    },
};

export const label = (before, command, args, answer) =>
    command === 'Create' ? [] : [`${command} ${answer?.error ? 'failed' : 'succeeded'}`];
