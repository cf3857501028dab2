// The seats, as all who look at them see them. ?bug=NAME in the address gives the page one
// of the faults of README.md.
const bug = new URLSearchParams(location.search).get('bug');

let shown = -1;

// News and answers come by different ways: the older one is passed over.
function show(state) {
    if (bug === 'late-news' && shown >= 0) setTimeout(draw, 300, state);
    else draw(state);
}

function draw({version, seats, sold}) {
    if (version < shown) return;
    shown = version;
    document.getElementById('seats').replaceChildren(...seats.map(rowOf));
    document.getElementById('sold').textContent = `${sold} sold`;
}

function button(name, label, onclick) {
    return Object.assign(document.createElement('button'), {className: name, textContent: label, onclick});
}

function rowOf(name, seat) {
    const row = document.createElement('li');
    const who = Object.assign(document.createElement('span'), {className: 'who', textContent: name});
    row.append(who, button('book', 'book', () => book(seat)), button('free', 'give back', () => ask('DELETE', `/seats/${seat}`)));
    return row;
}

async function ask(method, path, body) {
    const answer = await (await fetch(path, {method, body})).json();
    if (method !== 'GET') show(answer);
    return answer;
}

async function book(seat) {
    const name = document.getElementById('name').value;
    if (bug === 'whole-list') {
        const {seats} = await ask('GET', '/seats');
        if (seats[seat] === '') seats[seat] = name;
        await ask('PUT', '/seats', seats.join());
    } else if (bug === 'look-first') {
        const {seats} = await ask('GET', '/seats');
        if (seats[seat] === '') await ask('PUT', `/seats/${seat}`, name);
    } else {
        await ask('POST', `/seats/${seat}`, name);
    }
}

show(await ask('GET', '/seats'));
if (bug !== 'no-news') new EventSource('/events').onmessage = ({data}) => show(JSON.parse(data));
