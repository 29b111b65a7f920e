// Plays recordings to the client of a test, as `reprise play` does.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { checkedOptions } from '../checked-options.ts';
import { closeServer } from '../hosts/node/close-server.ts';
import { isSpeed, speedMax, type Speed } from '../upstream/play/pace.ts';
import { createPlayServer } from '../upstream/play/play-server.ts';
import { readPlayedFiles } from '../upstream/play/played-files.ts';
import { serviceErrors } from '../upstream/play/service-errors.ts';
import { sendWebhooks } from '../upstream/play/webhooks.ts';
import { asyncDispose } from './test-world.ts';

export interface PlaybackOptions {
  /** 1: answers wait as long as recorded; N: times as fast; `max`, the default: not at all. */
  readonly speed?: Speed;
  /** Fields that do not count, such as `metadata.*.name`. */
  readonly ignore?: readonly string[];
  /** Where the recorded webhooks go; by default nowhere. */
  readonly webhook?: string;
  /** Whether recordings that a crash cut short are played up to there. */
  readonly allowCut?: boolean;
}

/** Recordings that are played at a URL of the loopback. */
export interface Playback {
  /** For a client; each playback has a cursor of its own, and so has each name of `urlOf`. */
  readonly url: string;
  /** The URL of a cursor of its own, for clients that run side by side. */
  readonly urlOf: (cursor: string) => string;
  /** A sentence for each request and frame that is not in the recordings, so far. */
  readonly misses: readonly string[];
  /** Requests that no client has made so far: `GET /path`, in order. */
  readonly unused: () => readonly string[];
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

const shutdownMs = 1_000;

const path = z.string().min(1, 'must be the path of a recording');
const filesSchema = z.union([path, z.array(path).min(1, 'must name at least one recording')], {
  error: 'must be the path of a recording, or a list of such paths',
});
const optionsSchema = z.strictObject({
  files: filesSchema,
  speed: z
    .custom<Speed>(isSpeed, `must be max or a number above 0, up to ${speedMax}`)
    .exactOptional(),
  ignore: z.array(z.string()).exactOptional(),
  webhook: z.url({ protocol: /^https?$/, error: 'must be a URL of http or https' }).exactOptional(),
  allowCut: z.boolean().exactOptional(),
});

/**
 * Plays one or several recordings, of real services or of worlds. Rejects with OptionsError, or with an error that names the file if one
 * cannot be read or was cut, or two have the same service.
 */
export async function createPlayback(
  recordings: string | readonly string[],
  options: PlaybackOptions = {},
): Promise<Playback> {
  const { files, speed, ignore, webhook, allowCut } = checkedOptions(
    optionsSchema,
    { ...options, files: recordings },
    'createPlayback',
  );
  const names = typeof files === 'string' ? [files] : files;
  const paths = new Map(names.map((name) => [name, resolve(name)]));
  const played = await readPlayedFiles(paths, {
    isCutAllowed: allowCut === true,
    onCut: () => undefined,
  });
  const misses: string[] = [];
  const { server, playbacks, closeSockets } = createPlayServer({
    files: played,
    speed: speed ?? 'max',
    ignored: ignore ?? [],
    allowHosts: [],
    refuse: serviceErrors(),
    onMiss: (_cursor, text) => misses.push(text),
    onWebhooks(webhooks, context) {
      if (webhook === undefined) return;
      sendWebhooks(webhooks, webhook, context, (line) => misses.push(line));
    },
  });
  server.listen(0, '127.0.0.1').unref(); // a process that forgets to close it ends all the same
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let closing: Promise<void> | undefined;
  const close = () => {
    closeSockets();
    return (closing ??= closeServer(server, shutdownMs));
  };
  return {
    url,
    urlOf: (cursor) => `${url}/w/${encodeURIComponent(cursor)}`,
    misses,
    unused: () =>
      [...playbacks.values()].flatMap((playback) =>
        playback
          .unused()
          .map(
            ({ recorded }) => `${'method' in recorded ? recorded.method : 'GET'} ${recorded.url}`,
          ),
      ),
    close,
    [asyncDispose]: close,
  };
}
