// `reprise hear`: hears audio as the listening channels do, without a server.

import { concatMap, endWith, from, lastValueFrom, map, tap, toArray } from 'rxjs';
import { lift, speech } from '../../../core/index.ts';
import { isPacketEncoding } from '../../audio/decoding/decoder.ts';
import { nodeHash } from '../../node-hash.ts';
import { measurePart } from '../../services/speech/audio/measure-part.ts';
import { ReceivedStream, type ReceivedPart } from '../../services/speech/audio/received-stream.ts';
import { formOf } from '../../services/speech/audio/stream-form.ts';
import { readListenParameters } from '../../services/speech/parameters/listen.ts';
import { isError } from '../../services/speech/parameters/query.ts';
import { readTurnParameters } from '../../services/speech/parameters/turns.ts';
import { hearingMessageOf } from '../../services/speech/frames/hearing.ts';
import type { AudioSource } from './audio-source.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { audioSource } from './hear-source.ts';
import type { ListenFlags } from './listen-flags.ts';
import { transcriptLines, hasPlaceholders } from './hear-text.ts';
import type { CliHost } from '../support/cli-host.ts';

const placeholderNote =
  'Words are placeholders where nothing is known of the audio: speech is not recognised. ' +
  'Known are files of `reprise say`, and the speech.hear and speech.sounds of --script.';

export async function transcribe(file: string, flags: ListenFlags, host: CliHost): Promise<void> {
  const source = await audioSource(file, flags, host);
  const session = speech.hearingSession(parametersOf(source, flags), nodeHash, source.ordinal);
  refusePackets(source, session);
  const heard = await hearFrames(source, session);
  const events = heard.flatMap(({ out }) => out);
  const { state = session } = heard.at(-1) ?? {};
  const lines =
    flags.json === true
      ? events.flatMap((event) => messageText(event, session) ?? [])
      : transcriptLines(file, events, state);
  lines.forEach(host.print);
  if (!hasPlaceholders(events)) return;
  if (flags.json === true) host.printError(placeholderNote);
  else host.print(placeholderNote);
}

/** Decoding is the one stage that waits: for the module that decodes Opus, and for its turn. */
function hearFrames({ frames, world }: AudioSource, session: speech.HearingSession) {
  const { id: sessionId, parameters } = session;
  const stream = new ReceivedStream(formOf(parameters));
  const heard$ = from(frames).pipe(
    concatMap((bytes) => stream.receive(bytes)),
    tap((part) => refuseUndecodable(part)),
    lift(measurePart, speech.initialSound),
    map(({ out }) => ({ ...out, sessionId }) as speech.ReceiveAudio),
    endWith({ type: 'CloseSession', sessionId } as const),
    tap(({ type }) => {
      if (type === 'CloseSession') refuseUndecodable({ undecodable: stream.end() });
    }),
    lift(speech.hearingStage(world, nodeHash), session),
    toArray(),
  );
  return lastValueFrom(heard$).finally(() => stream.close());
}

/** A file of bare packets does not say where one ends. */
function refusePackets({ isRecorded }: AudioSource, { parameters }: speech.HearingSession): void {
  const { encoding } = parameters;
  if (isRecorded || !isPacketEncoding(encoding)) return;
  throw new CliError(
    `${encoding} has no packet borders in a file: each message of a session is one packet. ` +
      'Set WAV, FLAC, Ogg or WebM with Opus without an encoding, or a recording of the session.',
  );
}

function refuseUndecodable({ undecodable }: Pick<ReceivedPart, 'undecodable'>): void {
  if (undecodable === undefined) return;
  const { detail } = undecodable;
  throw new CliError(
    `The audio cannot be decoded: ${detail}. Set WAV, FLAC, Ogg or WebM with Opus, or raw audio with --encoding and --sample-rate.`,
    exitCodes.unreadable,
  );
}

/** Flags are parameters of the channel: it refuses what it does not have. */
function parametersOf(
  { path, query: recorded }: AudioSource,
  flags: ListenFlags,
): Parameters<typeof speech.hearingSession>[0] {
  const query = new URLSearchParams(recorded);
  const set = (name: string, value: string | number | boolean | undefined) => {
    if (value !== undefined) query.set(name, String(value));
  };
  set('encoding', flags.encoding);
  set('sample_rate', flags.sampleRate);
  set('channels', flags.channels);
  set('interim_results', flags.interimResults);
  set('punctuate', flags.punctuate);
  set('smart_format', flags.smartFormat);
  set('diarize', flags.diarize);
  set('multichannel', flags.multichannel);
  const more = new URLSearchParams(flags.query);
  for (const name of more.keys()) query.delete(name);
  for (const [name, value] of more) query.append(name, value);
  const isAny = () => true;
  if (path === '/v2/listen') {
    if (!query.has('model')) query.set('model', 'flux-general-en');
    const parameters = readTurnParameters(query, isAny);
    if (isError(parameters)) throw new CliError(parameters.message);
    return { path, parameters };
  }
  const read = readListenParameters(query, { isConfigured: isAny, isAllowed: isAny });
  if (isError(read)) throw new CliError(read.message);
  return { path, parameters: read.parameters };
}

function messageText(
  event: speech.SessionEvent,
  session: speech.HearingSession,
): string | undefined {
  const message = hearingMessageOf(event, session);
  return typeof message === 'string' ? message : undefined;
}
