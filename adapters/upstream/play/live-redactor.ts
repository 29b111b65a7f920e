// Removes from live requests and frames what was removed from the recording: both are compared without secrets.

import { bodyBytesPerTurn } from '../../protocol/limits.ts';
import { inSlices } from '../../protocol/slices.ts';
import { createRedactor, type WireRequest } from '../../recording/redaction/redactor.ts';
import { RedactionRules } from '../redaction-rules.ts';
import type { Traffic } from '../traffic.ts';

export interface LiveRedactor {
  /** Other work of the event loop runs in between, if the text is long. */
  readonly request: (live: WireRequest) => Promise<WireRequest>;
  /** A request without content. */
  readonly handshake: (live: Omit<WireRequest, 'text'>) => WireRequest;
  readonly frame: (text: string) => string;
}

export function liveRedactor({ salt, rules }: Pick<Traffic, 'salt' | 'rules'>): LiveRedactor {
  const redactor = createRedactor({ salt, isReplay: true });
  const named = new RedactionRules(rules, salt, true);
  const withoutNamed = ({ url, headers, text }: WireRequest): WireRequest => {
    const content = text === undefined ? {} : { text: named.body(text) };
    return { url: named.url(url), headers: { ...named.headers(headers) }, ...content };
  };
  return {
    async request(live) {
      const given = withoutNamed(live);
      const isLong = (given.text?.length ?? 0) > bodyBytesPerTurn;
      if (isLong) await inSlices(redactor.prepare(given));
      return redactor.request(given).wire;
    },
    handshake: (live) => redactor.request(withoutNamed(live)).wire,
    frame: (text) => redactor.frame(named.frame(text), []),
  };
}
