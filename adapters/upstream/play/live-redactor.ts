// Live requests and frames as a recording would have them: with placeholders for links, and without secrets.

import { isUtf8 } from 'node:buffer';
import { bodyBytesPerTurn } from '../../protocol/limits.ts';
import { inSlices } from '../../protocol/slices.ts';
import { createRedactor, type WireRequest } from '../../recording/redaction/redactor.ts';
import { isTextType } from '../headers.ts';
import { recordedText, replaceLinks } from '../links.ts';
import { ownedPaths } from '../owned-paths.ts';
import { RedactionRules } from '../redaction-rules.ts';
import { pathOf } from '../relay/destination.ts';
import { Upstreams } from '../upstreams.ts';
import type { Traffic } from '../traffic.ts';
import { LiveRecorder } from './live-recorder.ts';
import type { LiveRequest, LiveSocket } from './live-request.ts';
import type { ComparedRequest } from './request-content.ts';

export interface LiveRedactor {
  /** Other work of the event loop runs in between, if the body is long. */
  readonly request: (live: LiveRequest) => Promise<ComparedRequest>;
  readonly handshake: (live: LiveSocket) => Pick<WireRequest, 'url' | 'headers'>;
  readonly frame: (text: string) => string;
}

export function liveRedactor(traffic: Traffic): LiveRedactor {
  const { salt, rules, urls, isOfWorld } = traffic;
  const redactor = createRedactor({ salt, isReplay: true });
  const named = new RedactionRules(rules, salt, true);
  const upstreams = new Upstreams(
    [...urls].map(([service, base]) => ({ service, base })),
    ownedPaths(),
  );
  const recorder = new LiveRecorder(redactor, named);

  /** In the recording of a world, a body is one text, however long. */
  async function inOneText(live: LiveRequest, upstream: string): Promise<ComparedRequest> {
    const { method, url, base, headers, body } = live;
    const isText = isTextType(headers['content-type']);
    const bytes = isText ? linkedBytes(body, base, upstream) : body;
    const text = isText && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
    if (text === undefined) {
      const { wire } = redactor.request({ url, headers });
      return { method, ...wire, content: { base64: bytes.toString('base64') } };
    }
    const given = { url, headers, text };
    if (text.length > bodyBytesPerTurn) await inSlices(redactor.prepare(given));
    const { wire } = redactor.request(given);
    return { method, url: wire.url, headers: wire.headers, content: { text: wire.text ?? '' } };
  }

  return {
    request(live) {
      // A client may know the URL of the service itself, too.
      const upstream = upstreams.at(pathOf(live.url))?.base ?? live.base;
      return isOfWorld ? inOneText(live, upstream) : inSlices(recorder.recorded(live, upstream));
    },
    handshake({ url, headers }) {
      return redactor.request({ url: named.url(url), headers: named.headers(headers) }).wire;
    },
    frame: (text) => redactor.frame(named.frame(text), []),
  };
}

function linkedBytes(body: Buffer, base: string, upstream: string): Buffer {
  const text = replaceLinks(body.toString('latin1'), base, upstream);
  return Buffer.from(recordedText(text, upstream), 'latin1');
}
