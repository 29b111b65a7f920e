// `reprise converse`: a conversation with the voice agent, in a world of its own or with a running server.

import { FixtureError } from '../../../core/index.ts';
import type { Fixture } from '../../contracts/world-spec.ts';
import { preparedFixture } from '../../fixture/prepare.ts';
import type { ConverseSection } from '../../services/speech/fixture/converse.ts';
import type { SpeechSection } from '../../services/speech/fixture/section.ts';
import type { ExplainedThought } from '../../client/index.ts';
import { publishedSpeechKey } from '../../services/speech/keys.ts';
import { checkAudioFile, writeAudioFile } from './audio-file.ts';
import { Conversation, type CallMessage, type UserTurn } from './conversation.ts';
import { writeCall } from './converse-call.ts';
import type { ConverseFlags } from './converse-flags.ts';
import type { CallTarget } from './converse-line.ts';
import { connectToServer } from './converse-server.ts';
import { messageLine, thoughtLines } from './converse-text.ts';
import { scriptedTurns, typedTurns, voiceFile, type VoiceFile } from './converse-user.ts';
import { userModelDefault } from './converse-voice.ts';
import { openConversationWorld } from './converse-world.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { fixtureRefusal, preparedFixtureNamed, type NamedFixture } from '../serve/fixture.ts';
import type { CliHost } from '../support/cli-host.ts';

const form = { encoding: 'linear16', sampleRate: 24_000 } as const;

/** Resolves with the exit code. */
export async function converse(flags: ConverseFlags, host: CliHost): Promise<number> {
  const { script, output } = flags;
  if (output === '-') {
    throw new CliError('--output must be a file: standard output has the conversation.');
  }
  if (output !== undefined) checkAudioFile(output, host);
  const named =
    script === undefined ? undefined : await preparedFixtureNamed(script, '--script', host.cwd);
  const files = await Promise.all((flags.wav ?? []).map((file) => voiceFile(file, form, host)));
  const target = await openTarget(flags, named, files, host);
  try {
    return await hold(target, sectionOf(named?.fixture), files, flags, host);
  } finally {
    await target.close();
  }
}

async function openTarget(
  { url, key = publishedSpeechKey, seed }: ConverseFlags,
  named: NamedFixture | undefined,
  files: readonly VoiceFile[],
  host: CliHost,
): Promise<CallTarget> {
  if (url !== undefined) return connectToServer({ url, key }, host);
  const fixture = await withSounds(named?.fixture, files);
  try {
    return await openConversationWorld({ fixture, ...(seed === undefined ? {} : { seed }) });
  } catch (error) {
    const isRefused = error instanceof FixtureError && named !== undefined;
    throw isRefused ? fixtureRefusal(named, error) : error;
  }
}

function sectionOf(fixture: Fixture | undefined): SpeechSection {
  return fixture?.['speech'] ?? {};
}

/** A fixture in whose world the files are heard word for word. */
async function withSounds(
  fixture: Fixture | undefined,
  files: readonly VoiceFile[],
): Promise<Fixture | undefined> {
  const own = files.flatMap(({ sound }) => (sound === undefined ? [] : [sound]));
  if (own.length === 0) return fixture;
  const section = sectionOf(fixture);
  const speech = { ...section, sounds: [...(section.sounds ?? []), ...own] };
  return preparedFixture({ version: 1, ...fixture, speech }, undefined);
}

/** The agent of a conversation without a script. */
const plainAgent = { greeting: 'Hello. How can I help you?' };

async function hold(
  target: CallTarget,
  { agents = [], converse: section = {} }: SpeechSection,
  files: readonly VoiceFile[],
  { output, json, typed, explain }: ConverseFlags,
  host: CliHost,
): Promise<number> {
  const agent = agents[0]?.agent ?? plainAgent;
  const onMessage = (message: CallMessage) => {
    const line = json === true ? JSON.stringify(message) : messageLine(message);
    if (line !== undefined) host.print(line);
  };
  const onThought = (thought: ExplainedThought, atMs: number) => {
    if (json === true) host.print(JSON.stringify({ atMs, from: 'agent', thought }));
    else for (const line of thoughtLines(thought)) host.print(line);
  };
  const { functions = {} } = section;
  const hasGreeting = (agent.greeting ?? '') !== '';
  const call = new Conversation(target, {
    agent,
    hasGreeting,
    form,
    functions,
    onMessage,
    onThought: explain === true ? onThought : undefined,
  });
  await call.begin();
  const turns = turnsOf(target, section, files, typed === true, host)[Symbol.asyncIterator]();
  while (call.ending === undefined) {
    const turn = await call.waitFor(turns.next());
    if (turn.done === true) break;
    await call.say(turn.value);
  }
  await call.end();
  if (output !== undefined) {
    writeAudioFile(output, writeCall(call.user, call.agent, form.sampleRate), host);
  }
  if (call.ending === undefined) return exitCodes.fine;
  host.printError(`The agent has ended the conversation: ${call.ending}`);
  return exitCodes.usage;
}

function turnsOf(
  target: CallTarget,
  section: ConverseSection,
  files: readonly VoiceFile[],
  isTyped: boolean,
  host: CliHost,
): AsyncIterable<UserTurn> {
  if (files.length > 0) return turnsOfFiles(files);
  const { user = [], model = userModelDefault } = section;
  if (isTyped || user.length === 0) return typedTurns(target, model, form, host);
  return scriptedTurns(target, section, form);
}

async function* turnsOfFiles(files: readonly VoiceFile[]): AsyncGenerator<UserTurn> {
  for (const { turn } of files) yield turn;
}
