// Types of a model, for editors and the TypeScript checker. Beside a model:
//
//   /** @type {import('./weir-model').Commands<State>} */
//   export const commands = { ... };
//
// docs/MODELS.md says what each part means.

/** Plain data: what JSON can say, and references. */
export type Value =
    | null
    | boolean
    | number
    | string
    | Reference
    | Value[]
    | { [key: string]: Value };

/** What a command created; the fake compares and keeps it, nothing else. */
export interface Reference {
    readonly $ref: readonly [number, number];
}

/** An answer that is an error; of two errors only the text is compared. */
export interface ErrorAnswer {
    error: string | number;
    [key: string]: Value;
}

export interface TextOptions {
    min?: number;
    max?: number;
    alphabet?: string;
}

export interface ListOptions {
    min?: number;
    max?: number;
}

/** Draws arguments; all chance comes from the seed of the run. */
export interface Pick {
    /** Both ends included. */
    integer(low: number, high: number): number;
    number(low: number, high: number): number;
    boolean(): boolean;
    oneOf<T>(list: readonly T[]): T;
    weighted<T>(pairs: readonly (readonly [number, T | (() => T)])[]): T;
    /** A number is the largest length. */
    text(options?: TextOptions | number): string;
    list<T>(make: (place: number) => T, options?: ListOptions | number): T[];
    /** One that an earlier command created; without any the command is not
     *  called. */
    ref(type: string): Reference;
    /** Mostly one of the list, now and then what `make` gives; without `make`
     *  and with nothing in the list the command is not called. */
    existing<T>(list: Iterable<T>, make?: () => T): T;
}

/** What a request is made of, and what an answer is. */
export interface Asked {
    args: Value[];
    process: number;
}
export interface Answered {
    body: Value;
    status: number;
    args: Value[];
}

/** A value with a function anywhere in it that gives that part. */
export type Made<T, From> =
    | T
    | ((from: From) => T)
    | Made<T, From>[]
    | { [key: string]: Made<T, From> };

/** A request of an HTTP API; texts may have places such as `${args[0]}`. */
export interface Request {
    method?: string;
    path?: string | ((asked: Asked) => string);
    headers?: Record<string, string | ((asked: Asked) => string)>;
    body?: Made<Value, Asked>;
    answer?: Made<Value, Answered>;
    error?: Made<Value, Answered>;
}

/** A part of a view; the words `all`, `count` and `shown` make some. */
export type ViewPart = string | Looked | { [name: string]: ViewPart };
export interface Looked {
    readonly looked: unique symbol;
}
export interface ViewWords {
    /** A part for each element that is displayed; without one, its text. */
    all(selector: string, part?: ViewPart): Looked;
    count(selector: string): Looked;
    shown(selector: string): Looked;
}

/** Which element is meant: a selector, or more exactly. */
export type Target = string | Found;
export interface Found {
    readonly found: unique symbol;
}
/** What a person does on a page. */
export interface Action {
    readonly action: unique symbol;
}
export type Actions = Action | readonly Actions[];

export interface PageWords {
    nth(element: Target, place: number): Found;
    named(element: Target, text: string): Found;
    within(around: Target, element: Target): Found;
    click(element: Target): Action;
    doubleClick(element: Target): Action;
    rightClick(element: Target): Action;
    hover(element: Target): Action;
    focus(element: Target): Action;
    clear(element: Target): Action;
    tap(element: Target): Action;
    /** After what is there. */
    type(element: Target, text: string): Action;
    /** In place of what is there. */
    fill(element: Target, text: string): Actions;
    /** In one piece, as a password manager does: no keys. */
    fillAtOnce(element: Target, text: string): Actions;
    /** Where the focus is. */
    write(text: string): Action;
    press(key: string): Action;
    select(element: Target, value: string | number): Action;
    set(element: Target, value: string | number): Action;
    drag(from: Target, to: Target): Action;
    wait(ms: number): Action;
    navigate(url: string): Action;
    reload(): Action;
    back(): Action;
    forward(): Action;
    /** Of the dialog that the action before has opened. */
    accept(): Action;
    dismiss(): Action;
    answer(text: string): Action;
    /** Answers of the server are kept from the page where the whole address
     * matches the pattern (`*`, `?`), until they are released or the command
     * has ended (`holds`). */
    hold(pattern: string): Action;
    /** The page has the answer in this place, from 0, of those that are held, in
     * the order of their requests. */
    release(place?: number): Action;
}

/** When the page is looked at after a command. */
export type Settle =
    | "network"
    | "now"
    | number
    | { quiet: number; atMost?: number; network?: boolean };

export interface Command<State> {
    /** Changes the state in place and gives the answer. */
    fake(
        state: State,
        args: any[],
        fresh: Reference[],
        either: <T>(...choices: T[]) => T,
    ): any;
    args?: any[] | ((state: State, pick: Pick) => any[]);
    /** The precondition. A text that it throws names the rule. */
    when?(state: State, args: any[]): unknown;
    /** The types of the references that each call creates. */
    creates?: string[];
    /** How likely it is to be drawn: from 0 to 1000000, 1 if left out. */
    weight?: number;
    real?: Request;
    /** What a person does for it on a page. */
    page?(words: PageWords, args: any[], state: State): Actions;
    settle?: Settle;
    /** So many milliseconds the page may take to show what it is to. */
    patience?: number;
    /** Where the page does not let a person do it, it counts as not done. */
    optional?: boolean;
}

export type Commands<State> = Record<string, Command<State>>;

/** What a module may export. */
export interface Model<State> {
    init: State | (() => State);
    commands: Commands<State>;
    same?(expected: any, got: any, command: string, args: any[]): boolean;
    partition?(command: string, args: any[]): Value;
    label?(
        before: State,
        command: string,
        args: any[],
        answer: any,
        after: State,
    ): string | string[] | undefined;
    /** Of each label: at least so many per cent of the programs. */
    cover?: Record<string, number>;
    invariants?: Record<string, (state: State) => boolean>;
    /** What calls differ in, with a few choices each: for --frames. */
    categories?: Record<
        string,
        Record<string, (state: State, command: string, args: any[]) => boolean>
    >;
    /** `eventual`: what runs alone is answered from what some order of all
     *  that ran before leads to; after commands at the same time `patience`
     *  is waited. */
    consistency?: "linearisable" | "sequential" | "perKey" | "eventual";
    real?: {
        headers?: Record<string, string | ((asked: Asked) => string)>;
        reset?: Request;
    };
    /** For reports; the file's, if left out. */
    name?: string;
    /** What the page shows, and what it is to show in a state. */
    view?: ViewPart | ((words: ViewWords) => ViewPart);
    project?(state: State): Value;
    settle?: Settle;
    patience?: number;
    optional?: boolean;
    errors?: "found" | "ignored";
    /** Commands use `hold` and `release`. */
    holds?: boolean;
    /** How many have the page open at the same time, from 1 to 8. */
    users?: number;
    /** What a user does to see what others have done; true: loads the page again. */
    refresh?: boolean | ((words: PageWords) => Actions);
}
