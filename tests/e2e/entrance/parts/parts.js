// Actions of one command, of which a later one hangs on what an earlier one has led to.
export const init = {log: ''};
export const view = {log: '#log', open: '#panel@shown', text: '#text'};
export const project = ({log}) => ({log, open: false, text: ''});

const says = (word, page, weight = 1) => ({weight, fake: (state) => void (state.log += word), page});

export const commands = {
    Hover: says('m', ({hover, click}) => [hover('#head'), click('#item')]),
    Panel: says('p', ({click}) => [click('#open'), click('#inside')]),
    Late: says('l', ({click}) => [click('#more'), click('#late')]),
    Asked: says('na', ({click, fill}) => [click('#ask'), fill('#text', 'a'), click('#keep')]),
    Away: says('b', ({click, fill}) => [click('#away'), fill('#text', 'b'), click('#keep')]),
    Twice: says('cd', ({click, fill, type}) =>
        [fill('#text', 'x'), fill('#text', 'c'), type('#text', 'd'), click('#keep')]),
    Moved: says('oe', ({click, fill, press}) => [click('#move'), fill('.one', 'e'), press('Enter')]),
    Reload: {fake: () => {}, page: ({reload}) => reload()},
};
