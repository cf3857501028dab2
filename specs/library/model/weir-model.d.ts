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
    weighted<T>(pairs: readonly (readonly [number, T])[]): T;
    text(options?: TextOptions): string;
    list<T>(make: () => T, options?: ListOptions): T[];
    /** One that an earlier command created; without any the command is not
     *  called. */
    ref(type: string): Reference;
    /** Mostly one of the list, now and then what `make` gives. */
    existing<T>(list: readonly T[], make: () => T): T;
}

/** A request of an HTTP API; texts may have places such as `${args[0]}`. */
export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: Value;
    answer?: Value;
    error?: Value;
}

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
    when?(state: State, args: any[]): boolean;
    /** The types of the references that each call creates. */
    creates?: string[];
    /** How likely it is to be drawn: from 0 to 1000000, 1 if left out. */
    weight?: number;
    real?: Request;
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
    ): string | string[];
    /** Of each label: at least so many per cent of the programs. */
    cover?: Record<string, number>;
    invariants?: Record<string, (state: State) => boolean>;
    consistency?: "linearisable" | "sequential" | "perKey" | "eventual";
    real?: { headers?: Record<string, string>; reset?: Request };
}
