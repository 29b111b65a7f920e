// Joins the pieces of tool calls, which a stream may split anywhere.

import { jsonIn, type speech } from '../../../../core/index.ts';
import type { ToolCallDelta } from './chat-completion.ts';

type PlannedCall = Extract<speech.ThoughtPart, { readonly kind: 'done' }>['calls'][number];

export class PlannedCalls {
  readonly #calls: {
    readonly index: number | undefined;
    name: string;
    readonly texts: string[];
  }[] = [];

  get count(): number {
    return this.#calls.length;
  }

  /** A piece without an index starts a call if it has a name; otherwise it continues the last call. */
  add({ index, function: piece }: ToolCallDelta): void {
    const name = piece?.name ?? '';
    const given = piece?.arguments ?? '';
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    const known =
      typeof index === 'number'
        ? this.#calls.find((call) => call.index === index)
        : name === ''
          ? this.#calls.at(-1)
          : undefined;
    if (known === undefined) {
      this.#calls.push({ index: index ?? undefined, name, texts: [text] });
      return;
    }
    if (known.name === '') known.name = name;
    known.texts.push(text);
  }

  /** The calls by index; undefined if one has no name, or its arguments are not a JSON object. */
  all(): readonly PlannedCall[] | undefined {
    const calls = this.#calls
      .toSorted((left, right) => (left.index ?? 0) - (right.index ?? 0))
      .map(({ name, texts }) => ({ name, arguments: texts.join('').trim() || '{}' }));
    return calls.every(({ name, arguments: text }) => name !== '' && isJsonObject(text))
      ? calls
      : undefined;
  }
}

function isJsonObject(text: string): boolean {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
