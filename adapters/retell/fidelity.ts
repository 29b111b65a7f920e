// Counts by operation how many answers of a server are equal to the recorded ones, and lists each kind of difference once.

import type { ComparedItem } from '../recording/diff/compared-items.ts';
import type { AnyRecording } from '../recording/diff/proxy-exchanges.ts';
import { comparedMessages } from './compare-sessions.ts';
import { fieldKind, OperationNames } from './operation-names.ts';

export interface OperationFidelity {
  /** Such as `GET /v1/w3s/wallets/:id`, or `speech < Results` for frames. */
  readonly operation: string;
  readonly exchanges: number;
  readonly equal: number;
  /** Each way of being different once. */
  readonly differences: readonly DifferenceKind[];
}

export interface DifferenceKind {
  /** Such as `body.data.transaction.state`, with `*` for the index of an item. */
  readonly path: string;
  readonly count: number;
  /** The first one. */
  readonly example: {
    /** The entry in the recording; undefined for what it does not have. */
    readonly entry: number | undefined;
    readonly recorded: unknown;
    readonly now: unknown;
  };
}

/** `ignore`: paths of fields that do not count. In the order in which the recording first has them. */
export function fidelityOf(
  recorded: AnyRecording,
  now: AnyRecording,
  ignore: readonly string[] = [],
): readonly OperationFidelity[] {
  const operations = new Map<string, OperationCounts>();
  const names = new OperationNames();
  for (const compared of comparedMessages(recorded, now, ignore)) {
    const item = compared.left ?? compared.right;
    if (item.kind === 'operator' || !hasAnswer(compared)) continue;
    const operation = names.of(item);
    const counts = operations.get(operation) ?? new OperationCounts();
    operations.set(operation, counts);
    counts.add(compared);
  }
  return [...operations].map(([operation, counts]) => ({ operation, ...counts.result() }));
}

/** What a client only sends, as a frame, is answered by other frames. */
function hasAnswer({ left, right }: ComparedItem): boolean {
  return [left, right].some((item) => Object.keys(item?.received ?? {}).length > 0);
}

class OperationCounts {
  #exchanges = 0;
  #equal = 0;
  readonly #kinds = new Map<string, { count: number; example: DifferenceKind['example'] }>();

  add(compared: ComparedItem): void {
    this.#exchanges += 1;
    if (compared.left === undefined) {
      return this.#addKind('comes only now', undefined, undefined, compared.right.received);
    }
    if (compared.right === undefined) {
      return this.#addKind('does not come', compared.left.n, compared.left.received, undefined);
    }
    const { left, received } = compared;
    if (received.length === 0) this.#equal += 1;
    /** One for each kind, however many items of a list have it. */
    const found = new Set<string>();
    for (const { path, left: before, right: after } of received) {
      const kind = fieldKind(path);
      if (found.has(kind)) continue;
      found.add(kind);
      this.#addKind(kind, left.n, before, after);
    }
  }

  result(): Omit<OperationFidelity, 'operation'> {
    const differences = [...this.#kinds].map(([path, kind]) => ({ path, ...kind }));
    return { exchanges: this.#exchanges, equal: this.#equal, differences };
  }

  #addKind(kind: string, entry: number | undefined, recorded: unknown, now: unknown): void {
    const known = this.#kinds.get(kind);
    if (known !== undefined) known.count += 1;
    else this.#kinds.set(kind, { count: 1, example: { entry, recorded, now } });
  }
}
