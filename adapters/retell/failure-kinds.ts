// Tells whether a server answers two recordings otherwise in the same way: in the same fields of the same operations.

import type { ComparedItem } from '../recording/diff/compared-items.ts';
import type { FieldDifference } from '../recording/differences/difference.ts';
import type { AnyRecording } from '../recording/diff/proxy-exchanges.ts';
import { comparedMessages } from './compare-sessions.ts';
import { fieldKind, OperationNames } from './operation-names.ts';

/** The kinds of differences between a recording and what a server answers now. */
export interface FailureKinds {
  /** Of the first message that differs; empty if all is equal. */
  readonly first: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  /** Those of all that are no other amount or text: a status, a state, or what is missing. */
  readonly firm: ReadonlySet<string>;
}

interface NamedDifference {
  readonly kind: string;
  readonly isFirm: boolean;
}

export class FailureReader {
  readonly #names = new OperationNames();

  /** `ignore`: paths of fields that do not count. */
  kindsOf(recorded: AnyRecording, now: AnyRecording, ignore: readonly string[] = []): FailureKinds {
    let first: ReadonlySet<string> = new Set();
    const [all, firm] = [new Set<string>(), new Set<string>()];
    for (const compared of comparedMessages(recorded, now, ignore)) {
      const found = this.#kindsIn(compared);
      if (first.size === 0) first = new Set(found.map(({ kind }) => kind));
      for (const { kind, isFirm } of found) {
        all.add(kind);
        if (isFirm) firm.add(kind);
      }
    }
    return { first, all, firm };
  }

  #kindsIn(compared: ComparedItem): readonly NamedDifference[] {
    const item = compared.left ?? compared.right;
    if (item.kind === 'operator') return [];
    const operation = this.#names.of(item);
    const whole = (change: string) => ({ kind: `${operation} ${change}`, isFirm: true });
    if (compared.left === undefined) return [whole('is new')];
    if (compared.right === undefined) return [whole('is missing')];
    const { isMoved, sent, received } = compared;
    const moved = isMoved && item.kind === 'act' ? [whole('in another order')] : [];
    return [...moved, ...[...sent, ...received].map((field) => kindOf(operation, field))];
  }
}

/**
 * Whether a smaller recording fails as the whole one: it has the first difference of that, and none that is not in it. Such another one
 * shows that a cause was left out. `isRepeatable`: whether both began with the same state of the server; otherwise amounts and
 * texts are others each time, and do not count.
 */
export function isSameFailure(
  whole: FailureKinds,
  part: FailureKinds,
  isRepeatable: boolean,
): boolean {
  const firm = [...whole.first].filter((kind) => whole.firm.has(kind));
  const hasFirst =
    firm.length > 0
      ? firm.every((kind) => part.all.has(kind))
      : [...whole.first].some((kind) => part.all.has(kind));
  const counted = isRepeatable ? part.all : part.firm;
  return hasFirst && [...counted].every((kind) => whole.all.has(kind));
}

function kindOf(operation: string, { path, left, right }: FieldDifference): NamedDifference {
  const field = `${operation} ${fieldKind(path)}`;
  if (right === undefined) return { kind: `${field} is missing`, isFirm: true };
  const [before, after] = [fixedText(path, left), fixedText(path, right)];
  const isFirm = before !== undefined && after !== undefined;
  return { kind: isFirm ? `${field} ${before} -> ${after}` : field, isFirm };
}

/** Of a status, or a state such as `COMPLETE`: it is the same each time. */
function fixedText(path: string, value: unknown): string | undefined {
  if (fieldKind(path) === 'status') return JSON.stringify(value);
  return typeof value === 'string' && /^[A-Z_]+$/.test(value) ? value : undefined;
}
