// What a model may consist of: whether it is one, and what is told of it
// (fake/info.h). `harness` has what harness.js gives for this.
(function (harness) {
    'use strict';

    const {isFunction, isObject, wrong, textOf, encode, plain, described, page} = harness;
    const {isArray} = Array;
    const {keys} = Object;
    const {viewOf, settleOf, checkWaits, refreshOf, checkUsers} = page;

    const MODEL_KEYS = [
        'init', 'commands', 'same', 'label', 'cover', 'partition', 'invariants', 'consistency', 'real', 'name',
        'view', 'project', 'settle', 'patience', 'optional', 'errors', 'holds', 'users', 'refresh', 'categories',
    ];
    const COMMAND_KEYS = ['args', 'when', 'fake', 'creates', 'weight', 'real', 'page', 'settle', 'patience', 'optional'];

    function known(object, keys, where) {
        for (const key of Object.keys(object))
            if (!keys.includes(key)) wrong(`${where} has no part "${key}"; it has: ${keys.join(', ')}`);
    }
    function functionIn(object, key, where) {
        if (object[key] !== undefined && !isFunction(object[key]))
            wrong(`"${key}"${where} must be a function, not ${textOf(object[key])}`);
    }

    function checkCommand(name, command) {
        const where = ` of the command ${name}`;
        if (!isObject(command)) wrong(`the command ${name} must be an object with a function "fake"`);
        known(command, COMMAND_KEYS, `the command ${name}`);
        if (!isFunction(command.fake))
            wrong(`the command ${name} lacks "fake": a function (state, args) that gives the answer`);
        if (!isArray(command.args)) functionIn(command, 'args', where);
        functionIn(command, 'when', where);
        functionIn(command, 'page', where);
        checkWaits(command, where);
    }

    function modelIn({exports}) {
        const found = isObject(exports) && !('commands' in exports) && 'default' in exports ? exports.default : exports;
        if (!isObject(found) || isArray(found) || Object.keys(found).length === 0)
            wrong('the module exports no model: an object with "init" and "commands"');
        return found;
    }

    // {category: {choice: (state, command, args) => boolean}}
    function checkCategories(categories) {
        if (!isObject(categories) || isArray(categories))
            wrong('"categories" must be an object with the choices of each category');
        for (const [name, choices] of Object.entries(categories)) {
            if (!isObject(choices) || isArray(choices) || keys(choices).length === 0)
                wrong(`the category ${name} must be an object with a function (state, command, args) for each choice`);
            for (const choice of keys(choices))
                if (!isFunction(choices[choice]))
                    wrong(`the choice "${choice}" of the category ${name} must be a function (state, command, args) ` +
                        `that says whether it holds, not ${textOf(choices[choice])}`);
        }
    }
    const namesOfChoices = (model) => Object.fromEntries(
        Object.entries(model.categories ?? {}).map(([name, choices]) => [name, keys(choices)]));

    function checkModel(model) {
        const parts = {...model};
        delete parts.default; // a module may have one, too
        known(parts, MODEL_KEYS, 'a model');
        if (!('init' in model)) wrong('the model lacks "init": a function that gives the first state');
        if (!isObject(model.commands) || isArray(model.commands))
            wrong('the model lacks "commands": an object with a command for each name');
        for (const [name, command] of Object.entries(model.commands)) checkCommand(name, command);
        for (const key of ['same', 'label', 'partition', 'project']) functionIn(model, key, '');
        if (model.view !== undefined && !model.project)
            wrong('the model has a "view" and lacks "project": a function (state) that gives what the page is to show');
        if (model.project && model.view === undefined)
            wrong('the model has a function "project" and lacks "view": what of the page is compared with it');
        if (!['found', 'ignored', undefined].includes(model.errors))
            wrong(`"errors" must be 'found' or 'ignored', not ${textOf(model.errors)}`);
        if (!['boolean', 'undefined'].includes(typeof model.holds))
            wrong(`"holds" must be true or false, not ${textOf(model.holds)}`);
        checkWaits(model, '');
        checkUsers(model);
        if (model.invariants !== undefined && !isObject(model.invariants))
            wrong('"invariants" must be an object with a function (state) for each name');
        for (const key of Object.keys(model.invariants ?? {})) functionIn(model.invariants, key, ' of "invariants"');
        checkCategories(model.categories ?? {});
    }

    function infoOf(model) {
        const commands = Object.entries(model.commands).map(([name, command]) => ({
            name,
            weight: command.weight,
            creates: command.creates,
            arguments: command.args !== undefined,
            precondition: command.when !== undefined,
            page: command.page !== undefined,
            settle: settleOf(command.settle ?? model.settle),
            patience: command.patience ?? model.patience,
            optional: command.optional ?? model.optional ?? false,
        }));
        const info = encode({
            name: model.name, commands, cover: model.cover, consistency: model.consistency,
            partition: !!model.partition, same: !!model.same, labels: !!model.label,
            invariants: Object.keys(model.invariants ?? {}).length > 0,
            view: model.view === undefined ? undefined : viewOf(model.view),
            errors: model.errors, holds: model.holds, categories: namesOfChoices(model), users: model.users, refresh: refreshOf(model.refresh),
        }, plain);
        const realOf = ({real}, whose) => (real === undefined ? undefined : encode(real, described, `${whose}real`));
        info.real = realOf(model, '');
        for (const command of info.commands)
            command.real = realOf(model.commands[command.name], `commands.${command.name}.`);
        return info;
    }

    return {modelIn, checkModel, infoOf};
})
