// Cells of memory that several processes share.
// Over HTTP: where a run begins anew.
export const real = {reset: {method: 'POST', path: '/reset'}};

export const init = () => ({cells: []});

const find = (s, cell) => s.cells.find((one) => one.cell === cell);

export const commands = {
    Create: {
        creates: ['cell'],
        fake(s, args, [cell]) {
            s.cells.push({cell, value: 0});
            return cell;
        },
    },
    Read: {
        args: (s, pick) => [pick.ref('cell')],
        weight: 3,
        fake: (s, [cell]) => find(s, cell).value,
    },
    Write: {
        args: (s, pick) => [pick.ref('cell'), pick.integer(0, 20)],
        weight: 2,
        fake(s, [cell, value]) {
            find(s, cell).value = value;
            return null;
        },
    },
    Increment: {
        args: (s, pick) => [pick.ref('cell')],
        weight: 2,
        fake(s, [cell]) {
            find(s, cell).value += 1;
            return null;
        },
    },
};
