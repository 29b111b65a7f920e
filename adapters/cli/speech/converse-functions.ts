// Answers of the client-side functions of a conversation.

/** Of a FunctionCallRequest. */
export interface RequestedFunction {
  readonly id: string;
  readonly name: string;
  readonly client_side: boolean;
}

export interface FunctionResponse {
  readonly type: 'FunctionCallResponse';
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

export class FunctionAnswers {
  readonly #answers: ReadonlyMap<string, readonly unknown[]>;
  readonly #counts = new Map<string, number>();

  /** By name: one for each call, the last one for all further ones. Without any, a function answers `{}`. */
  constructor(answers: Readonly<Record<string, readonly unknown[]>>) {
    this.#answers = new Map(Object.entries(answers));
  }

  /** Those of functions that are not the client's are left to the server. */
  to(calls: readonly RequestedFunction[]): readonly FunctionResponse[] {
    const own = calls.filter(({ client_side: isOwn }) => isOwn);
    return own.map(({ id, name }) => {
      const content = JSON.stringify(this.#next(name));
      return { type: 'FunctionCallResponse', id, name, content };
    });
  }

  #next(name: string): unknown {
    const answers = this.#answers.get(name) ?? [];
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return answers[Math.min(count, answers.length - 1)] ?? {};
  }
}
