// Describes events of speech sessions in words: spoken and recognised texts, and durations of audio.

import type { StoryEvent, StoryTeller } from '../../contracts/story.ts';

/** By event type. The members of an event have unknown types: the recording may be of another version. */
const tellers: Readonly<Record<string, (data: StoryEvent['data']) => string | undefined>> = {
  SessionOpened: ({ path }) => textOf(path),
  TextAdded: ({ text }) => quoted(text),
  SentenceSpoken: ({ speech, samples }) => spokenText(speech, samples),
  SentenceSkipped: ({ speech, reason }) => `${quoted(memberOf(speech, 'text'))}: ${textOf(reason)}`,
  AudioReceived: ({ samples, sampleRate }) => secondsText(samples, sampleRate),
  ResultProduced: ({ words, isFinal, speechFinal }) =>
    `${isFinal === true ? 'final' : 'interim'}${speechFinal === true ? ', end of speech' : ''}: ${wordsText(words)}`,
  TurnReported: ({ event, words, turnIndex }) =>
    `${textOf(event)} of turn ${textOf(turnIndex)}: ${wordsText(words)}`,
  UserTextReceived: ({ text }) => quoted(text),
  ThoughtShown: ({ content }) => quoted(content),
  FunctionsCalled: ({ calls }) =>
    listOf(calls)
      .map((call) => `${textOf(memberOf(call, 'name'))} ${textOf(memberOf(call, 'arguments'))}`)
      .join(', '),
  FunctionAnswered: ({ name, by, outcome }) =>
    `${textOf(name)} by the ${textOf(by)}: ${textOf(memberOf(outcome, 'content') ?? memberOf(outcome, 'kind'))}`,
  ReplyStarted: ({ kind, sentences }) =>
    `${textOf(kind)}: ${listOf(sentences).map(quoted).join(' ')}`,
  ReplyExtended: ({ sentences }) => listOf(sentences).map(quoted).join(' '),
  ReplySpoken: ({ speech, samples }) => spokenText(speech, samples),
  ReplyAudioSent: ({ speech, samples }) => secondsText(samples, memberOf(speech, 'sampleRate')),
  ReplyEnded: ({ text }) => quoted(text),
  ReplyPaused: ({ text }) => quoted(text),
  ReplyInterrupted: ({ heard }) => `heard so far: ${quoted(heard)}`,
  SessionWarned: ({ description }) => textOf(description),
  SessionEnded: ({ by, code, reason }) =>
    `by the ${textOf(by)}, ${textOf(code)} ${textOf(reason)}`.trimEnd(),
};

const routine: ReadonlySet<string> = new Set([
  'AudioReceived',
  'KeepAliveReceived',
  'ReplyAudioSent',
]);

/** Also stores the cause of the next thought, by session. */
export class SpeechStory implements StoryTeller {
  readonly #causes = new Map<unknown, string>();

  eventText({ type, data }: StoryEvent): string | undefined {
    const { sessionId } = data;
    if (type === 'UserTextReceived') this.#causes.set(sessionId, `to ${quoted(data['text'])}`);
    if (type === 'FunctionAnswered') {
      this.#causes.set(sessionId, `after ${textOf(data['name'])} was answered`);
    }
    if (type === 'SessionWarned' && data['code'] === 'THINK_REQUEST_FAILED') {
      this.#causes.set(sessionId, 'since the thinker before has failed');
    }
    if (type === 'SessionEnded') this.#causes.delete(sessionId);
    if (type === 'ThinkingStarted') return this.#causes.get(sessionId);
    return Object.hasOwn(tellers, type) ? tellers[type]?.(data) : undefined;
  }

  isRoutine({ type }: Pick<StoryEvent, 'type'>): boolean {
    return routine.has(type);
  }
}

function spokenText(speech: unknown, samples: unknown): string {
  const seconds = secondsText(samples, memberOf(speech, 'sampleRate'));
  return `${quoted(memberOf(speech, 'text'))}${seconds === undefined ? '' : `, ${seconds}`}`;
}

function secondsText(samples: unknown, sampleRate: unknown): string | undefined {
  if (typeof samples !== 'number' || typeof sampleRate !== 'number') return undefined;
  return `${(samples / sampleRate).toFixed(2)} s`;
}

function wordsText(words: unknown): string {
  const texts = listOf(words).map((word) => textOf(memberOf(word, 'text')));
  return texts.length === 0 ? 'no words' : quoted(texts.join(' '));
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
