export const init = {day: 9};
export const view = {now: '#now'};
export const project = ({day}) => ({now: `${day} 0`});
export const commands = {
    Next: {
        when: ({day}) => day < 31,
        fake: (s) => void s.day++,
        page: ({click}) => click('#next'),
    },
};
