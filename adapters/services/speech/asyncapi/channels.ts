// The channels of the speech service in the AsyncAPI document.

import { speech } from '../../../../core/index.ts';
import { inputEncodings } from '../../../audio/decoding/decoder.ts';
import { agentFrames } from '../agent/messages.ts';
import type { SpeechChannelPath } from '../channels.ts';
import { listenFrames } from '../frames/listen.ts';
import { sentByAgent } from '../frames/sent/agent.ts';
import { sentOnListen } from '../frames/sent/listen.ts';
import { sentOnSpeak } from '../frames/sent/speak.ts';
import { sentOnTurns } from '../frames/sent/turns.ts';
import { speakFrames } from '../frames/speak.ts';
import { turnFrames } from '../frames/turns.ts';
import { listenParameters } from '../parameters/listen.ts';
import { speakParameters } from '../parameters/speak.ts';
import { turnEncodings, turnParameters } from '../parameters/turns.ts';
import { fromClients, type DescribedChannel } from './described-channel.ts';

const container = 'or, without an encoding, a container such as WAV, Ogg or WebM';

/** By the names that the document gives them. */
export const describedChannels: Readonly<
  Record<speech.ChannelName, DescribedChannel & { readonly path: SpeechChannelPath }>
> = {
  speak: {
    path: '/v1/speak',
    title: 'Text to speech',
    description:
      'Speaks the sentences of a text as they arrive. Audio and messages about it are sent in their order.',
    parameters: speakParameters,
    client: fromClients(speakFrames, {
      Speak: 'Adds text. Whole sentences are spoken at once.',
      Flush: 'Speaks what is left, too; Flushed is sent after its audio.',
      Clear: 'Drops text and audio that were not sent yet; Cleared is sent.',
      Close: 'Speaks what is left, then closes.',
    }),
    server: {
      messages: sentOnSpeak,
      audio: {
        summary: 'Spoken sentences: raw samples of one channel, without a header.',
        encodings: speech.audioEncodings,
      },
    },
  },
  listen: {
    path: '/v1/listen',
    title: 'Speech to text, by segments',
    description:
      'Recognises a stream of audio. Text frames that cannot be read count as KeepAlive.',
    parameters: listenParameters,
    client: fromClients(
      listenFrames,
      {
        Finalize: 'Ends the present segment; its final results are sent.',
        CloseStream: 'Ends the stream: the last results and Metadata are sent, then it closes.',
        KeepAlive: 'Keeps a connection without audio open.',
      },
      {
        summary: `The audio in the encoding of the query, ${container}.`,
        encodings: inputEncodings,
      },
    ),
    server: { messages: sentOnListen },
  },
  turns: {
    path: '/v2/listen',
    title: 'Speech to text, by turns',
    description: 'Recognises a stream of audio, and says when a turn of the speaker has ended.',
    parameters: turnParameters,
    required: ['model'],
    client: fromClients(
      turnFrames,
      {
        CloseStream: 'Ends the stream; it closes.',
        Configure: 'Changes settings; ConfigureSuccess or ConfigureFailure is sent.',
        ForceEndTurn: 'Ends the present turn.',
        KeepAlive: 'Without effect.',
        Finalize: 'Without effect.',
      },
      {
        summary: `The audio in the encoding of the query, ${container}.`,
        encodings: turnEncodings,
      },
    ),
    server: { messages: sentOnTurns },
  },
  agent: {
    path: '/v1/agent/converse',
    title: 'Conversation with an agent',
    description:
      'Hears, thinks, calls functions and speaks. The first message of the client is Settings.',
    parameters: {},
    client: fromClients(
      agentFrames,
      {
        Settings: 'The first message: the audio of both sides, and the agent.',
        UpdateSpeak: 'Changes the voice.',
        UpdateListen: 'Changes how the user is heard.',
        UpdateThink: 'Changes who thinks.',
        UpdatePrompt: 'Adds to the prompt.',
        InjectUserMessage: 'The user says a text, without audio.',
        InjectAgentMessage: 'The agent says a text.',
        FunctionCallResponse: 'Answers a call of a function of the client.',
        KeepAlive: 'Keeps a connection without audio open.',
        ForceEndTurn: 'Ends the present turn of the user.',
      },
      {
        summary: 'What the user says, in the encoding `audio.input` of Settings.',
        encodings: inputEncodings,
      },
    ),
    server: {
      messages: sentByAgent,
      audio: {
        summary:
          'What the agent says, in the encoding `audio.output` of Settings; after a WAV header with the container `wav`.',
        encodings: speech.audioEncodings,
      },
    },
  },
};
