// What is said in sessions of the speech service, and how they end.

import type { LifeStep, LifeTeller, SpokenLine, ServiceLives } from '../../contracts/lives.ts';
import type { StoryEvent } from '../../contracts/story.ts';

type Data = StoryEvent['data'];

const agentPath = '/v1/agent/converse';

/** The speaker and the text, by the type of the event. */
const said: Readonly<
  Record<string, (data: Data) => readonly [who: string, text: string] | undefined>
> = {
  SentenceSpoken: ({ speech }) => ['speaks', quoted(memberOf(speech, 'text'))],
  ResultProduced: ({ words, isFinal }) =>
    isFinal === true && listOf(words).length > 0 ? ['hears', wordsText(words)] : undefined,
  TurnReported: ({ words, event }) =>
    event === 'EndOfTurn' ? ['hears', wordsText(words)] : undefined,
  UserTextReceived: ({ text }) => ['user', quoted(text)],
  FunctionsCalled: ({ calls }) => [
    'agent',
    `calls ${listOf(calls)
      .map((call) => `${textOf(memberOf(call, 'name'))}(${textOf(memberOf(call, 'arguments'))})`)
      .join(', ')}`,
  ],
  ReplyPaused: ({ text }) => ['agent', quoted(text)],
  ReplyEnded: ({ text }) => ['agent', quoted(text)],
  ReplyInterrupted: ({ heard }) => ['agent', `is interrupted after ${quoted(heard)}`],
  AgentFailed: ({ description }) => ['agent', `fails: ${textOf(description)}`],
};

class SpeechLives implements LifeTeller {
  readonly #paths = new Map<string, string>();
  readonly #calls = new Map<string, string>();

  stepAt({ type, stream, data }: StoryEvent): LifeStep | undefined {
    const step = (state: string) => {
      const [, kind = '', id = ''] = stream.split('/');
      return {
        stream,
        name: `${kind} ${id}`,
        what: this.#paths.get(stream),
        state,
        isUntimed: true as const,
      };
    };
    if (type === 'SessionOpened') {
      const path = textOf(data['path']);
      this.#paths.set(stream, path);
      if (path === agentPath) this.#calls.set(stream, `call ${this.#calls.size + 1}`);
      return step('open');
    }
    if (type !== 'SessionEnded') return undefined;
    const { by, code } = data;
    return step(`ended by the ${textOf(by)}, ${textOf(code)}`);
  }

  spokenAt({ type, stream, data }: StoryEvent): SpokenLine | undefined {
    if (!Object.hasOwn(said, type)) return undefined;
    const [who, text] = said[type]?.(data) ?? [];
    if (who === undefined || text === undefined) return undefined;
    const [, kind = '', id = ''] = stream.split('/');
    return { stream, name: this.#calls.get(stream) ?? `${kind} ${id}`, who, text };
  }
}

function wordsText(words: unknown): string {
  return quoted(
    listOf(words)
      .map((word) => textOf(memberOf(word, 'text')))
      .join(' '),
  );
}

function quoted(value: unknown): string {
  return `'${textOf(value).trim()}'`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export const speechLives: ServiceLives = { teller: () => new SpeechLives() };
