// Removes from live requests and frames what was removed from the recording: both are compared without secrets.

import { createRedactor, type WireRequest } from '../../recording/redaction/redactor.ts';
import { RedactionRules } from '../redaction-rules.ts';
import type { Traffic } from '../traffic.ts';

export interface LiveRedactor {
  readonly request: (live: WireRequest) => WireRequest;
  readonly frame: (text: string) => string;
}

export function liveRedactor({ salt, rules }: Pick<Traffic, 'salt' | 'rules'>): LiveRedactor {
  const redactor = createRedactor({ salt, isReplay: true });
  const named = new RedactionRules(rules, salt, true);
  return {
    request({ url, headers, text }) {
      const content = text === undefined ? {} : { text: named.body(text) };
      return redactor.request({ url: named.url(url), headers: named.headers(headers), ...content })
        .wire;
    },
    frame: (text) => redactor.frame(named.frame(text), []),
  };
}
