// The channels of the speech service: their parameters, and the sessions that follow a handshake.

import type { speech } from '../../../core/index.ts';
import type { AudioForm } from '../module.ts';
import { resumeAudio } from './audio/resume.ts';
import { rawSampleBytes } from './audio/stream-form.ts';
import type { ErrorForm } from './errors.ts';
import type { ChannelForm } from './handshake.ts';
import { ListeningSession, newAudio } from './listening-session.ts';
import type { AudioOf } from './outbox.ts';
import { readListenParameters } from './parameters/listen.ts';
import { isError } from './parameters/query.ts';
import { readSpeakParameters, speakAudioForm } from './parameters/speak.ts';
import { readTurnParameters } from './parameters/turns.ts';
import type { HearingView, SessionFactory } from './served-session.ts';
import { SpeakSession } from './session.ts';

type ChannelPath = speech.SessionParameters['path'];

export const channelPaths: readonly string[] = [
  '/v1/speak',
  '/v1/listen',
  '/v2/listen',
] satisfies readonly ChannelPath[];

export type Channels = Readonly<Record<ChannelPath, ChannelForm>>;

export interface Speaking {
  readonly audioOf: AudioOf;
  /** Called before a session that speaks opens. */
  readonly onOpening: () => void;
}

export function channelForms({ audioOf, onOpening }: Speaking): Channels {
  const speaking: SessionFactory = {
    opened: ({ id }, parts) => new SpeakSession(id, { ...parts, audioOf }),
    resumed: async ({ id }, parts) => new SpeakSession(id, { ...parts, audioOf }),
  };
  return {
    '/v1/speak': {
      read: (query, { isConfigured }) => at('/v1/speak', readSpeakParameters(query, isConfigured)),
      sessions: speaking,
      onOpening,
    },
    '/v1/listen': {
      read: (query, rules) => {
        const read = readListenParameters(query, rules);
        return isError(read) ? read : { path: '/v1/listen', ...read };
      },
      sessions: hearing,
    },
    '/v2/listen': {
      read: (query, { isConfigured }) => at('/v2/listen', readTurnParameters(query, isConfigured)),
      sessions: hearing,
    },
  };
}

const hearing: SessionFactory = {
  opened: (view, parts) => {
    const session = view as HearingView;
    return new ListeningSession(session, parts, newAudio(session));
  },
  resumed: async (view, parts) => {
    const session = view as HearingView;
    return new ListeningSession(
      session,
      parts,
      await resumeAudio(parts.world, session.id, session.parameters),
    );
  },
};

/** The path with the parameters of its channel. */
function at<Path extends ChannelPath, Parameters extends object>(
  path: Path,
  parameters: Parameters | ErrorForm,
): { readonly path: Path; readonly parameters: Parameters } | ErrorForm {
  return isError(parameters) ? parameters : { path, parameters };
}

/** The form of the audio in the binary frames of a connection, by its URL; undefined if its bytes do not say their duration. */
export function audioFormAt(url: string): AudioForm | undefined {
  const [path = '', text] = url.split('?');
  const query = new URLSearchParams(text);
  const isAny = () => true;
  if (path.endsWith('/v1/speak')) return speakAudioForm(query);
  if (path.endsWith('/v1/listen')) {
    const read = readListenParameters(query, { isConfigured: isAny, isAllowed: isAny });
    return isError(read) ? undefined : receivedForm(read.parameters);
  }
  const parameters = readTurnParameters(query, isAny);
  return isError(parameters) ? undefined : receivedForm(parameters);
}

function receivedForm({
  encoding,
  sampleRate,
  channels = 1,
}: Pick<speech.TurnParameters, 'encoding' | 'sampleRate'> & {
  readonly channels?: number;
}): AudioForm | undefined {
  const bytes = rawSampleBytes(encoding);
  if (bytes === undefined || encoding === null || sampleRate === null) return undefined;
  return { encoding, sampleRate, sampleBytes: bytes * channels };
}
