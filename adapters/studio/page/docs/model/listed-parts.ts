// What the list of a document shows: its operations or channels by tag, those that a filter finds.

import { isFound } from './documented-operation.ts';
import type { DocumentState } from './documents.ts';

export interface ListedPart {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

export interface ListedGroup {
  readonly tag: string;
  readonly parts: readonly ListedPart[];
}

/** Empty while the document is not read. */
export function listedParts(state: DocumentState, filter: string): readonly ListedGroup[] {
  const groups = new Map<string, ListedPart[]>();
  for (const { tag, ...part } of partsOf(state)) {
    const { id, method, path, summary } = part;
    if (!isFound(filter, [id, method, path, summary, tag])) continue;
    const group = groups.get(tag) ?? [];
    group.push(part);
    groups.set(tag, group);
  }
  return [...groups].map(([tag, parts]) => ({ tag, parts }));
}

function partsOf(state: DocumentState): readonly (ListedPart & { readonly tag: string })[] {
  switch (state.kind) {
    case 'operations':
      return state.operations;
    case 'channels':
      return state.channels.map(({ id, address, title }) => ({
        id,
        method: 'WS',
        path: address,
        summary: title,
        tag: 'channels',
      }));
    case 'reading':
    case 'failed':
      return [];
  }
}
