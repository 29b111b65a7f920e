// The newest real client on a listening channel.

import { DeepgramClient } from '@deepgram/sdk';
import { waitUntil } from '../server/requests.ts';
import { speechKey } from './client.ts';
import type { SpeechHost } from './hosts.ts';

type Channels = DeepgramClient['listen'];
type Version = 'v1' | 'v2';
type Connection<V extends Version> = Awaited<ReturnType<Channels[V]['connect']>>;
type Options<V extends Version> = Omit<
  Parameters<Channels[V]['connect']>[0],
  'Authorization' | 'encoding'
> & { readonly sample_rate: number };
type Message = Readonly<Record<string, unknown>>;

/** Messages of these kinds: their type, or the event of a turn. */
export const ofKind = (messages: readonly Message[], ...kinds: readonly string[]) =>
  messages.filter(({ type, event }) => kinds.includes(String(event ?? type)));

/** Connects the client for audio of 16-bit samples. */
export async function openListener<V extends Version>(
  { url }: Pick<SpeechHost, 'url'>,
  version: V,
  options: Options<V>,
) {
  const client = new DeepgramClient({ apiKey: speechKey, baseUrl: url });
  const connect = client.listen[version].connect.bind(client.listen[version]) as (
    given: object,
  ) => Promise<Connection<V>>;
  const socket = await connect({
    Authorization: `Token ${speechKey}`,
    encoding: 'linear16',
    ...options,
  });
  const messages: Message[] = [];
  socket.on('message', (message) => void messages.push(message as unknown as Message));
  const closed = new Promise<number>((resolve) => {
    socket.on('close', ({ code }) => resolve(code));
  });
  socket.connect();
  await socket.waitForOpen();
  return {
    socket,
    messages,
    closed,
    /** Sends audio in frames of 80 ms. */
    hear: (audio: Buffer) => {
      const bytes = (options.sample_rate * 2 * 80) / 1_000;
      for (let at = 0; at < audio.length; at += bytes)
        socket.sendMedia(audio.subarray(at, at + bytes));
    },
    comes: (kind: string) => waitUntil(`${kind} came`, () => ofKind(messages, kind).length > 0),
  };
}
