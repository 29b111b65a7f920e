// The channels of the speech service: their query parameters, and the sessions that they open.

import { speech, type World } from '../../../core/index.ts';
import type { AudioForm, KnownFrames } from '../module.ts';
import { declaredAudio } from './agent/audio.ts';
import { ServedAgentSession, type ResumedConversation } from './sessions/agent.ts';
import { resumeAudio } from './audio/resume.ts';
import { rawSampleBytes } from './audio/stream-form.ts';
import type { ErrorForm } from './errors.ts';
import type { ChannelForm } from './handshake.ts';
import { ServedListenSession, newAudio } from './sessions/listen.ts';
import type { AudioOf } from './sessions/outbox.ts';
import { listenParameters, readListenParameters } from './parameters/listen.ts';
import { isError } from './parameters/query.ts';
import { readSpeakParameters, speakAudioForm, speakParameters } from './parameters/speak.ts';
import { readTurnParameters, turnParameters } from './parameters/turns.ts';
import type { HearingView } from './frames/hearing.ts';
import type { SessionFactory } from './sessions/served-session.ts';
import { ServedSpeakSession } from './sessions/speak.ts';

export type SpeechChannelPath = speech.SessionParameters['path'];

export const channelPaths: readonly string[] = [
  '/v1/speak',
  '/v1/listen',
  '/v2/listen',
  '/v1/agent/converse',
] satisfies readonly SpeechChannelPath[];

export type Channels = Readonly<Record<SpeechChannelPath, ChannelForm>>;

export interface Speaking {
  readonly audioOf: AudioOf;
  /** Whether requests may be sent to the host. */
  readonly isAllowed: (hostname: string) => boolean;
  /** Called before a session with speech output opens. */
  readonly onOpening: () => void;
}

export function channelForms({ audioOf, isAllowed, onOpening }: Speaking): Channels {
  const speaking: SessionFactory = {
    opened: ({ id }, parts) => new ServedSpeakSession(id, { ...parts, audioOf }),
    resumed: async ({ id }, parts) => new ServedSpeakSession(id, { ...parts, audioOf }),
  };
  const conversing: SessionFactory = {
    opened: ({ id }, parts) =>
      new ServedAgentSession(id, { ...parts, audioOf, isAllowed }, { settings: null, audio: null }),
    async resumed({ id }, parts) {
      const conversation = await resumedConversation(parts.world, id);
      return new ServedAgentSession(id, { ...parts, audioOf, isAllowed }, conversation);
    },
  };
  return {
    '/v1/speak': {
      read: (query, { isConfigured, unknownMembers: rule }) =>
        at('/v1/speak', readSpeakParameters(query, isConfigured, rule)),
      parameters: Object.keys(speakParameters),
      sessions: speaking,
      onOpening,
    },
    '/v1/listen': {
      read: (query, rules) => {
        const read = readListenParameters(query, rules);
        return isError(read) ? read : { path: '/v1/listen', ...read };
      },
      parameters: Object.keys(listenParameters),
      sessions: hearing,
    },
    '/v2/listen': {
      read: (query, { isConfigured, unknownMembers: rule }) =>
        at('/v2/listen', readTurnParameters(query, isConfigured, rule)),
      parameters: Object.keys(turnParameters),
      sessions: hearing,
    },
    '/v1/agent/converse': {
      read: (_query, { agent }) => ({ path: '/v1/agent/converse', parameters: agent }),
      parameters: [],
      sessions: conversing,
      onOpening,
    },
  };
}

async function resumedConversation(world: World, id: string): Promise<ResumedConversation> {
  const view = await world.read(({ speech: state }) => speech.conversationView(state, id));
  const settings = view?.settings ?? null;
  const audio = settings === null ? null : await resumeAudio(world, id, settings.audio.input);
  return { settings, audio };
}

const hearing: SessionFactory = {
  opened: (view, parts) => {
    const session = view as HearingView;
    return new ServedListenSession(session, parts, newAudio(session));
  },
  resumed: async (view, parts) => {
    const session = view as HearingView;
    return new ServedListenSession(
      session,
      parts,
      await resumeAudio(parts.world, session.id, session.parameters),
    );
  },
};

/** The path with the parameters of its channel. */
function at<Path extends SpeechChannelPath, Parameters extends object>(
  path: Path,
  parameters: Parameters | ErrorForm,
): { readonly path: Path; readonly parameters: Parameters } | ErrorForm {
  return isError(parameters) ? parameters : { path, parameters };
}

/** The form of the audio in binary frames, by the URL or the Settings; undefined for coded audio, whose bytes do not determine a duration. */
export function audioFormAt(url: string, known?: KnownFrames): AudioForm | undefined {
  const [path = '', text] = url.split('?');
  if (path.endsWith('/v1/speak')) return speakAudioForm(new URLSearchParams(text));
  const { encoding, sampleRate, channels = 1 } = declaredAt(url, known) ?? {};
  if (!encoding || !sampleRate) return undefined;
  const bytes = rawSampleBytes(encoding);
  return bytes === undefined ? undefined : { encoding, sampleRate, sampleBytes: bytes * channels };
}

/** The encoding of audio that is heard, coded or not; `container` where the audio itself names it. */
export function heardEncodingAt(url: string, known?: KnownFrames): string | undefined {
  const declared = declaredAt(url, known);
  return declared && (declared.encoding ?? 'container');
}

interface DeclaredForm extends Pick<speech.TurnParameters, 'encoding' | 'sampleRate'> {
  readonly channels?: number;
}

/** What the URL of a listening channel declares, or the Settings of an agent for a direction. */
function declaredAt(url: string, known: KnownFrames | undefined): DeclaredForm | undefined {
  const [path = '', text] = url.split('?');
  const query = new URLSearchParams(text);
  const isAny = () => true;
  if (path.endsWith('/v1/agent/converse')) {
    const audio = known === undefined ? undefined : declaredAudio(known.firstText);
    return known?.by === 'client' ? audio?.input : audio?.output;
  }
  if (path.endsWith('/v1/listen')) {
    const read = readListenParameters(query, { isConfigured: isAny, isAllowed: isAny });
    return isError(read) ? undefined : read.parameters;
  }
  const parameters = readTurnParameters(query, isAny);
  return isError(parameters) ? undefined : parameters;
}
