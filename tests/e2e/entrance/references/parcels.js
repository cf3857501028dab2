// The page makes identifiers up; a person finds a parcel by its own.
export const init = {parcels: [], found: ''};
export const view = ({all}) => ({
    parcels: all('li', {id: '@id', what: 'a'}),
    found: '#found',
});
export const project = ({parcels, found}) => ({
    parcels: [...parcels].reverse().map(({number, what}) => ({id: `parcel-${number}`, what})),
    found,
});
const at = (s, number) => s.parcels.findIndex((one) => one.number === number);
const isThere = (s, [number]) => at(s, number) >= 0;
const some = (s, pick) => [pick.ref('parcel')];
export const commands = {
    Send: {
        weight: 3,
        args: (s, pick) => [pick.oneOf(['a', 'b'])],
        creates: ['parcel'],
        fake: (s, [what], [number]) => void s.parcels.push({number, what}),
        page: ({fill, click}, [what]) => [fill('#what', what), click('#send')],
    },
    Back: {
        args: some, when: isThere,
        fake: (s, [number]) => void s.parcels.splice(at(s, number), 1),
        page: ({click}, [number]) => click(`li[data-number="${number}"] .back`),
    },
    BackByName: {
        args: some, when: isThere,
        fake: (s, [number]) => void s.parcels.splice(at(s, number), 1),
        page: ({click, within}, [number]) => click(within(`#parcel-${number}`, '.back')),
    },
    Pay: {
        args: some, when: isThere,
        fake: (s, [number]) => void (s.parcels[at(s, number)].what += '!'),
        page: ({click}, [number], {parcels}) => click(`li[data-number='${parcels[at({parcels}, number)].number}'] .paid`),
    },
    Find: {
        args: some, when: isThere,
        fake: (s, [number]) => void (s.found = `Parcel ${number}: ${s.parcels[at(s, number)].what}`),
        page: ({fill, click}, [number]) => [fill('#number', number), click('#find')],
    },
    Go: {
        args: some, when: isThere,
        fake: (s, [number]) => void (s.found = `At ${number}`),
        page: ({navigate}, [number]) => [navigate('#/parcels/'), navigate(`#/parcels/${number}`)],
    },
};
