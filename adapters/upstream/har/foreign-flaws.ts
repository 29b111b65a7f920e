// Finds entries of another program that no recording can have as they are. Each kind of flaw is one sentence that names its entries.

import { listed } from '../../wording.ts';
import { bodyBytes, hasStatus, lacksBody, notBase64 } from './foreign-lines.ts';
import { unsendable } from './foreign-headers.ts';
import { SessionFileError } from '../session-file-error.ts';
import type { HarEntry } from './har-format.ts';
import { bodyBytesMax } from './har-scanner.ts';
import type { HarServices } from './har-services.ts';

/** The most entries that a message lists. */
const listedMax = 10;

interface FlawedEntry {
  readonly entry: number;
  /** The number of its service. */
  readonly service: number;
  /** An example for the message. */
  readonly example?: string;
}

export interface CheckedHar {
  /** The name of the file in messages. */
  readonly name: string;
  /** Whether an entry without its content is imported as one with an empty one. */
  readonly allowsMissingBodies: boolean;
}

export class ForeignFlaws {
  readonly #lackBodies: FlawedEntry[] = [];
  readonly #tooLong: FlawedEntry[] = [];
  readonly #noBase64: FlawedEntry[] = [];
  readonly #statuses: FlawedEntry[] = [];
  /** One for each header. */
  readonly #headers: FlawedEntry[] = [];

  add(entry: HarEntry, place: FlawedEntry, isOfSocket: boolean): void {
    if (lacksBody(entry, isOfSocket)) this.#lackBodies.push(place);
    if (bodyBytes(entry) > bodyBytesMax) this.#tooLong.push(place);
    if (notBase64(entry)) this.#noBase64.push(place);
    const { status, headers } = entry.response ?? {};
    if (!hasStatus(status)) this.#statuses.push({ ...place, example: String(status) });
    for (const name of unsendable(headers ?? [])) {
      this.#headers.push({ ...place, example: JSON.stringify(name) });
    }
  }

  /** Throws SessionFileError for those of the services that are imported. */
  check(services: HarServices, { name, allowsMissingBodies }: CheckedHar): void {
    const imported = (flawed: readonly FlawedEntry[]) =>
      flawed.filter(({ service }) => services.at(service) !== undefined);
    const [tooLong] = imported(this.#tooLong);
    if (tooLong !== undefined) {
      throw new SessionFileError(
        `${name} has a longer body in entry ${tooLong.entry} than the ${bodyBytesMax / 1024 / 1024} MiB that are played: remove the entry.`,
      );
    }
    const noBase64 = imported(this.#noBase64);
    if (noBase64.length > 0) {
      throw new SessionFileError(
        `${name} has content in ${entriesText(noBase64)} that is not base64, as its encoding says: save it again.`,
      );
    }
    const statuses = imported(this.#statuses);
    if (statuses.length > 0) {
      throw new SessionFileError(
        `${name} has a status that is not 101 or from 200 to 999 (such as ${statuses[0]?.example}) in ${entriesText(statuses)}: remove ${statuses.length === 1 ? 'the entry' : 'them'}.`,
      );
    }
    const headers = imported(this.#headers);
    if (headers.length > 0) {
      const counted = headers.length === 1 ? '1 header' : `${headers.length} headers`;
      throw new SessionFileError(
        `${name} has ${counted} with a name or value that HTTP cannot send (such as ${headers[0]?.example}) in ${entriesText(headers)}: remove ${headers.length === 1 ? 'it' : 'them'}.`,
      );
    }
    const lackBodies = imported(this.#lackBodies);
    if (lackBodies.length === 0 || allowsMissingBodies) return;
    throw new SessionFileError(
      `${name} has no text for the content of ${entriesText(lackBodies)}: save it with content (recordHar of Playwright: content 'embed'), or import empty bodies with --allow-missing.`,
    );
  }
}

/** `entry 1`, or `entries 1, 2`. */
function entriesText(flawed: readonly FlawedEntry[]): string {
  const numbers = [...new Set(flawed.map(({ entry }) => String(entry)))];
  return `${numbers.length === 1 ? 'entry' : 'entries'} ${listed(numbers, listedMax)}`;
}
