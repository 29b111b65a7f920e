// The requests, sockets and webhooks of a recording that live ones are compared with (by cursor.ts). All cursors of the recording share
// them.

import { fieldRemover } from '../../recording/diff/ignored-fields.ts';
import { recordedText, withLinks } from '../links.ts';
import type { RecordedContent } from '../../recording/format/recorded-content.ts';
import type {
  RecordedRequest,
  RecordedSocket,
  RecordedStart,
  RecordedWebhook,
  Traffic,
} from '../traffic.ts';
import { ComparableRequest, isWrite, type ComparedRequest } from './request-content.ts';

export interface MatchCandidate<Recorded extends RecordedStart> {
  readonly recorded: Recorded;
  readonly request: ComparableRequest;
  /** The number of writes before it in the recording. */
  readonly part: number;
}

export interface CandidateOptions {
  /** Paths of fields that do not count. */
  readonly ignored?: readonly string[];
}

export interface Candidates {
  readonly requests: readonly MatchCandidate<RecordedRequest>[];
  readonly sockets: readonly MatchCandidate<RecordedSocket>[];
  /** In their order, with the number of writes before each. */
  readonly webhooks: readonly { readonly webhook: RecordedWebhook; readonly part: number }[];
  /** Removes what does not count. */
  readonly withoutIgnored: (value: unknown) => unknown;
}

export function candidatesIn(
  { requests, sockets, webhooks, urls }: Traffic,
  { ignored = [] }: CandidateOptions = {},
): Candidates {
  const withoutIgnored = fieldRemover(ignored);
  const partOf = partsBy(requests);
  const candidate = <Recorded extends RecordedStart>(
    recorded: Recorded,
    request: ComparedRequest,
  ): MatchCandidate<Recorded> => ({
    recorded,
    request: new ComparableRequest(request, withoutIgnored),
    part: partOf(recorded),
  });
  return {
    requests: requests.map((recorded) => {
      const { content, service } = recorded;
      return candidate(recorded, {
        ...recorded,
        content: linkedContent(content, urls.get(service)),
      });
    }),
    sockets: sockets.map((recorded) => candidate(recorded, socketRequest(recorded))),
    webhooks: webhooks.map((webhook) => ({ webhook, part: partOf(webhook) })),
    withoutIgnored,
  };
}

/** Content with all links to the service as placeholders: in a body that passed a proxy as it came, those that the client itself wrote are not. */
function linkedContent(content: RecordedContent, base: string | undefined): RecordedContent {
  const { text } = content;
  if (text === undefined || base === undefined || !text.includes(new URL(base).hostname))
    return content;
  return { text: recordedText(withLinks(text, base), base) };
}

/** The handshake of a socket, as a request. */
export function socketRequest({
  url,
  headers,
}: Omit<ComparedRequest, 'method' | 'content'>): ComparedRequest {
  return { method: 'GET', url, headers, content: {} };
}

/** The number of writes before the start of an exchange, by its place. */
function partsBy(requests: readonly RecordedRequest[]): (start: RecordedStart) => number {
  const writes = requests.filter(isWrite).map(({ place }) => place);
  return ({ place }) => {
    let [low, high] = [0, writes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((writes[middle] ?? place) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
