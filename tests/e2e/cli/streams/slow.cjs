// CommonJS, and made behind a promise and a timer.
module.exports = async () => {
    await new Promise((go) => setTimeout(go, 50));
    const heard = [];
    return {
        inputs: {n: {next: (value) => heard.forEach((run) => run(value))}},
        outputs: {out: {subscribe: (run) => { heard.push(run); }}},
    };
};
