// Generates core/speech/README.md from the declarations, the limits and the decisions of the source.

import { agentChapter, agentKinds } from './agent-chapter.ts';
import { speechErrors } from '../../../adapters/services/speech/errors.ts';
import type {
  AudioReceived,
  ListeningEvent,
  OperatorEvent,
  TurnForced,
  TurnsEvent,
} from '../../../core/speech/events.ts';
import { invariant } from '../../../core/kernel/invariant.ts';
import { speech } from '../../../core/speech/index.ts';
import { rejectionCodes, type SpeechRejectionCode } from '../../../core/speech/rejections.ts';
import { measuredRate } from '../../../core/speech/recognition/measuring/measured-rate.ts';
import { initialMeasure, measure } from '../../../core/speech/recognition/measuring/measure.ts';
import { sineOfPi } from '../../../core/speech/recognition/measuring/sine.ts';
import {
  bandBins,
  bandCount,
  windowSamples,
} from '../../../core/speech/recognition/measuring/spectrum.ts';
import {
  endings,
  flushesPerMinuteMax,
  idleMsDefault,
  sessionMsMax,
  textCharsMax,
  warnings,
} from '../../../core/speech/speak/limits.ts';
import { sessionsMax } from '../../../core/speech/session/limits.ts';
import {
  lastSentences,
  sentenceCharsMax,
  sentenceEnds,
  sentencesAt,
} from '../../../core/speech/synthesis/sentences.ts';
import { speakMessage } from '../../../core/speech/views.ts';
import { given } from '../given.ts';
import { clear, close, flush, openSession, speakSession, text } from '../speech/commands.ts';
import { muteWord } from '../speech/fake-voice.ts';
import { answersChapter } from './answers-chapter.ts';
import { declarationsIn } from './declarations.ts';
import { hearingChapter } from './hearing-chapter.ts';
import { knownSoundsChapter } from './known-sounds-chapter.ts';
import { listeningChapter } from './listening-chapter.ts';
import { textOptionsChapter } from './text-options-chapter.ts';
import { turnsChapter } from './turns-chapter.ts';

type Own = Parameters<typeof openSession>[0];

const sessionWith = (own?: Own) => given(speech, openSession(own));
type World = ReturnType<typeof sessionWith>;

/** A whole sentence, and the beginning of the next. */
const sentence = text('One. T');
const rest = text('Two');

const endedByClient = ({ sessionId }: World) =>
  ({ type: 'EndSession', sessionId, code: 1006 }) as const;

/** Moves a new session to each state of the diagram. */
const states = {
  open: (world: World) => world,
  speaking: (world: World) => world.having(sentence),
  closing: (world: World) => world.having(sentence, close),
};

interface Step {
  readonly from: keyof typeof states;
  readonly by: string;
  readonly own?: Own;
  readonly act: (world: World) => World;
}

const steps: readonly Step[] = [
  { from: 'open', by: 'AddText, a sentence is whole', act: (world) => world.having(sentence) },
  { from: 'open', by: 'FlushText, text is left', act: (world) => world.having(rest, flush) },
  { from: 'speaking', by: 'last sentence spoken', act: (world) => world.after(0) },
  { from: 'speaking', by: 'ClearText', act: (world) => world.having(clear) },
  { from: 'speaking', by: 'CloseSession', act: (world) => world.having(close) },
  { from: 'open', by: 'CloseSession, text is left', act: (world) => world.having(rest, close) },
  { from: 'open', by: 'CloseSession', act: (world) => world.having(close) },
  { from: 'closing', by: 'last sentence spoken', act: (world) => world.after(0) },
  {
    from: 'open',
    by: 'AddText, too long',
    act: (world) => world.having(text('x'.repeat(textCharsMax + 1))),
  },
  {
    from: 'open',
    by: 'AddText, too much in 60 s',
    own: { limits: { charactersPerMinute: 2 } },
    act: (world) => world.having(rest),
  },
  { from: 'open', by: 'idle', act: (world) => world.after(idleMsDefault) },
  {
    from: 'open',
    by: 'open for too long',
    own: { limits: { idleMs: null } },
    act: (world) => world.after(sessionMsMax),
  },
  { from: 'open', by: 'EndSession', act: (world) => world.having(endedByClient) },
];

function stateOf({ speech: state, sessionId }: World): string {
  const session = speakSession(state, sessionId);
  if (session === undefined) return 'ended';
  if (session.isClosing) return 'closing';
  return session.queue.length > 0 ? 'speaking' : 'open';
}

interface Ending {
  readonly code: number;
  readonly reason: string;
}

const codeOf = ({ code, reason }: Ending) => `${code} ${reason}`.trim();

function lifeOfSessions(): string {
  const arrows = steps.map(({ from, by, own, act }) => {
    const world = states[from](sessionWith(own));
    invariant(stateOf(world) === from, `a session can be ${from}`);
    act(world);
    const last = world.events.at(-1);
    const isEnd = last?.type === 'SessionEnded' && last.by === 'service';
    const code = isEnd ? `, ${codeOf(last)}` : '';
    return `  ${from} --> ${stateOf(world)}: ${by}${code}`;
  });
  const first = '  [*] --> open: OpenSession';
  return ['stateDiagram-v2', first, ...arrows, '  ended --> [*]'].join('\n');
}

/** The kind of message to the client, by event type. */
function messageKinds(): ReadonlyMap<string, string> {
  const world = sessionWith();
  world.having(text(`One. ${muteWord}`), clear, rest, flush).after(0);
  world.having(text(muteWord), flush, ({ sessionId }) => {
    return { type: 'RejectFrame', sessionId, description: 'No.' };
  });
  world.having(close).after(0);
  const events = world.entries.flatMap((entry) => entry.events.map(({ event }) => event));
  return new Map([
    ...events.map(
      (event) => [event.type, speakMessage(event as never)?.kind ?? 'nothing'] as const,
    ),
    ...Object.entries(heardKinds),
    ...Object.entries(agentKinds),
  ]);
}

type HeardEvent = OperatorEvent | AudioReceived | ListeningEvent | TurnForced | TurnsEvent;

/** The message of each audio or operator event. */
const heardKinds: Readonly<Record<HeardEvent['type'], string>> = {
  AgentRegistered: 'nothing',
  AgentRemoved: 'nothing',
  ScriptSet: 'nothing',
  SoundRemembered: 'nothing',
  AudioReceived: 'nothing',
  AudioFinalized: 'nothing',
  KeepAliveReceived: 'nothing',
  VoiceStarted: 'SpeechStarted',
  ResultProduced: 'Results',
  UtteranceEnded: 'UtteranceEnd',
  StreamSummarized: 'Metadata',
  CallbackQueued: 'to its callback',
  CallbackReported: 'nothing',
  TurnReported: 'TurnInfo',
  TurnForced: 'nothing',
  TurnsConfigured: 'ConfigureSuccess',
  ConfigureRejected: 'ConfigureFailure',
  SessionFailed: 'Error',
};

const grouped = (value: number) => `${value}`.replace(/\B(?=(\d{3})+$)/g, ',');

const seconds = (ms: number) => `${ms / 1_000} s`;
const endsBy = (ending: Ending) => `the session ends: ${codeOf(ending)}`;

const limits: readonly (readonly [limit: string, value: string, beyond: string])[] = [
  ['characters in one `AddText`', grouped(textCharsMax), endsBy(endings.textTooLong)],
  ['characters in 60 s', 'none; a setting', endsBy(endings.textTooFast)],
  [
    '`FlushText` in 60 s',
    `${flushesPerMinuteMax}`,
    `warning \`${warnings.tooManyFlushes}\`, not carried out`,
  ],
  ['time without a frame', `${seconds(idleMsDefault)}; a setting`, endsBy(endings.idle)],
  ['time open', `${sessionMsMax / 60_000} min`, endsBy(endings.tooOld)],
  ['open sessions of a world', grouped(sessionsMax), 'rejection `SESSIONS_FULL`'],
  ['characters in a sentence', grouped(sentenceCharsMax), 'cut after a space, or within a word'],
];

const rejectedWhen: Readonly<Record<SpeechRejectionCode, string>> = {
  AGENTS_FULL: 'the world has no room for another agent',
  AGENT_UNKNOWN: 'no agent with this id is registered',
  SOUNDS_FULL: 'the world has no room for another sound of a fixture',
  SESSIONS_FULL: 'the world has no room for another session',
  SESSION_UNKNOWN: 'the session has ended, or never was',
  CALLBACK_UNKNOWN: 'the outcome of a callback is known, or it never was',
};

const { sessionsFull } = speechErrors;

const onTheWire: Readonly<Record<SpeechRejectionCode, string>> = {
  AGENTS_FULL: 'none: the control plane answers 409',
  AGENT_UNKNOWN: 'none: the control plane answers 404',
  SOUNDS_FULL: 'none, since fixtures are applied before there are clients',
  SESSIONS_FULL: `${sessionsFull.status} \`${sessionsFull.code}\``,
  SESSION_UNKNOWN: 'none, since its connection is closed',
  CALLBACK_UNKNOWN: 'none',
};

const texts = [
  'How are you? Fine',
  'It costs 3.50 dollars... Really?! Yes',
  'Dr. Smith met J. Doe. Then',
  'He said “Go.” And so',
  'one\ntwo',
  '你好。再见！好',
];

/** A table row: the text so far, its complete sentences, and the rest that waits for more text. */
function sentenceRow(arrived: string): string {
  const { sentences, rest: waiting } = sentencesAt(arrived, sentenceEnds(arrived));
  const code = (words: string) => `\`${JSON.stringify(words).slice(1, -1)}\``;
  const left = lastSentences(waiting).map(code).join(' ');
  return `| ${code(arrived)} | ${sentences.map(code).join(' ')} | ${left} |`;
}

/** The level of 10 ms of a tone of 1 kHz. */
function levelRow(peak: number): string {
  const tone = Int16Array.from({ length: measuredRate / 10 }, (_, n) =>
    Math.round(peak * sineOfPi((n * 2_000) / measuredRate)),
  );
  const [, { levels }] = measure(initialMeasure(measuredRate), tone);
  return `| ${grouped(peak)} | ${levels.at(-1)} |`;
}

const hertz = (bin: number | undefined) => ((bin ?? 0) * measuredRate) / windowSamples;

const sendersOf: Readonly<Record<string, string>> = {
  SetScript: 'the operator',
  RememberSound: 'the fixture, the test kit',
  ReportCallback: 'callbacks',
  RegisterAgent: 'the operator',
  RemoveAgent: 'the operator',
  ReportFunction: 'endpoints',
  ReportThought: 'endpoints',
};

/** `commandsText`, `eventsText` and `reactions` are source texts. */
export function speechReadme(commandsText: string, eventsText: string, reactions: string): string {
  const commands = declarationsIn(commandsText).map(({ type, comment }) => {
    const ofTime = reactions.includes(`type: '${type}'`) ? 'time' : 'clients';
    const sender = sendersOf[type] ?? ofTime;
    return `| \`${type}\` | ${sender} | ${comment} |`;
  });
  const kinds = messageKinds();
  const events = declarationsIn(eventsText).map(({ type, comment }) => {
    const kind = kinds.get(type);
    invariant(kind !== undefined, `a session has an event ${type}`);
    return `| \`${type}\` | ${kind} | ${comment} |`;
  });
  return `# Speech

Generated from the source and checked by a test: \`npx vitest run test/guards/docs.test.ts -u\` writes it anew.

## A session

A session is a connection to a channel. On \`/v1/speak\`, text goes into a buffer; its sentences go into a queue, one after the other, and are
spoken one at a time, at the very instant at which they are whole. A session is \`speaking\` while sentences wait.

\`\`\`mermaid
${lifeOfSessions()}
\`\`\`

A session in any state ends with its client, after silence, and after an hour. One that is closing ignores all frames. An answer
of the oracle \`synthesis\` says how long the audio of a sentence is, and its hash; the bytes are never in the core.

## Where things are decided

Each channel has a folder: [listen/](listen) for \`/v1/listen\`, [turns/](turns) for \`/v2/listen\`, [speak/](speak) for \`/v1/speak\`,
[agent/](agent) for \`/v1/agent/converse\`. In each, a file has its

- commands: \`commands.ts\`, with a table from the command to its rule in \`decide.ts\`;
- events: \`events.ts\`, with a table from the event to the change of the session in \`evolve.ts\`, and one to its dues in \`react.ts\`;
- messages to the client: \`message.ts\`; record: \`record.ts\`; all of these as one value: \`channel.ts\`, listed in [channels.ts](channels.ts).

Below them are the folders that channels share, each of which imports only those before it: [text/](text) formats words,
[synthesis/](synthesis) cuts text into sentences and has the models and voices, [recognition/](recognition) turns audio into words,
[session/](session) opens, limits and ends sessions.
The files beside the folders are sums: of commands, events, rules and views.

- When an utterance ends on \`/v1/listen\`, and when a segment becomes final: [listen/listen.ts](listen/listen.ts)
- When a turn starts and ends on \`/v2/listen\`: [turns/machine.ts](turns/machine.ts)
- Whether the user interrupts the agent (barge-in): [agent/decide/hearing.ts](agent/decide/hearing.ts); what the agent says and
  calls: [agent/thinking/](agent/thinking)
- Whether sound is voice: [recognition/voice-activity/](recognition/voice-activity); which words it is: [recognition/hearing/](recognition/hearing)

## Commands

| command | from | |
| --- | --- | --- |
${commands.join('\n')}

## Events

| event | to the client | |
| --- | --- | --- |
${events.join('\n')}

A \`SessionEnded\` that the client caused sends nothing. \`FlushConfirmed\` and \`TextCleared\` share one \`sequence_id\`, from 0 by one.

## Rejections, in the order of their checks

| code in the core | when | on the wire |
| --- | --- | --- |
${rejectionCodes.map((code) => `| \`${code}\` | ${rejectedWhen[code]} | ${onTheWire[code]} |`).join('\n')}

## Limits

| limit | value | beyond it |
| --- | --- | --- |
${limits.map((row) => `| ${row.join(' | ')} |`).join('\n')}

Characters are UTF-16 code units.

## Sentences

A sentence ends with \`.\`, \`!\`, \`?\` or \`…\` before white space, with \`。\`, \`！\` or \`？\`, and at the end of a line. It is whole once its end
and the next character are there; \`FlushText\` and \`CloseSession\` make a sentence of the rest. A full stop after an initial or a
title ends none. Where a text is cut depends on the text alone, not on the messages in which it arrives.

| text so far | sentences spoken | the rest, which waits for more |
| --- | --- | --- |
${texts.map(sentenceRow).join('\n')}

## Sound

[recognition/measuring/](recognition/measuring) measures 16-bit samples of one channel, in integers, so that all machines agree.
Samples may arrive in any parts. They
are brought to ${grouped(measuredRate)} Hz, then each whole 10 ms has

- a **level**: four steps for each doubling of the energy, 0 for silence;
- a **fingerprint** of 16 bits: the energy of the last ${(1_000 * windowSamples) / measuredRate} ms in ${bandCount} bands from ${hertz(bandBins[0])} to ${Math.round(hertz(bandBins.at(-1)))} Hz; one bit for each pair
  of neighbouring bands says whether their difference has grown in 40 ms.

| peak of a tone of 1 kHz | level |
| --- | --- |
${[0, 1, 10, 100, 1_000, 10_000, 32_767].map(levelRow).join('\n')}

${agentChapter()}
${hearingChapter()}
${knownSoundsChapter}
${listeningChapter()}
${textOptionsChapter()}
${turnsChapter}
${answersChapter()}`;
}
