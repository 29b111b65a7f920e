// The world, view, moment and selection that the page shows, in the fragment: a link shows the same, and a server never sees it.

import { signal, type ReadonlySignal } from '@preact/signals';

/** `world` is empty at the list of worlds. */
export interface Address {
  readonly world: string;
  readonly view: string;
  /** The position of the scrubber; undefined at the end, which live worlds follow. */
  readonly at?: number;
  /** What is selected in the view, such as the position of an event or the id of a transaction. */
  readonly id?: string;
  /** The search. */
  readonly q?: string;
  /** The world that is compared with. */
  readonly with?: string;
  /** As whom the calendar is seen; the operator if absent. */
  readonly as?: string;
  /** The month of the calendar, such as `2026-03`; that of the scrubber if absent. */
  readonly month?: string;
  /** The time zone of texts; UTC if absent. */
  readonly zone?: string;
}

const first: Address = { world: '', view: 'worlds' };

/** Reads a fragment such as `#/w/default/timeline?at=12`; what cannot be read is left out. */
export function parseAddress(fragment: string): Address {
  const [path = '', search = ''] = fragment.replace(/^#/, '').split('?', 2);
  const [, prefix, name, view] = path.split('/');
  if (prefix !== 'w' || name === undefined) return first;
  const parameters = new URLSearchParams(search);
  const at = parameters.get('at');
  const texts = (['id', 'q', 'with', 'as', 'month', 'zone'] as const).flatMap((key) => {
    const value = parameters.get(key);
    return value === null || value === '' ? [] : [[key, value] as const];
  });
  return {
    world: decoded(name),
    view: view === undefined || view === '' ? 'timeline' : decoded(view),
    ...(at !== null && /^\d{1,15}$/.test(at) ? { at: Number(at) } : {}),
    ...Object.fromEntries(texts),
  };
}

export function printAddress({ world, view, ...parameters }: Address): string {
  if (world === '') return '#/';
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return `#/w/${encodeURIComponent(world)}/${encodeURIComponent(view)}${text === '' ? '' : `?${text}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const current = signal<Address>(first);

export const address: ReadonlySignal<Address> = current;

/** A change of the address; null removes a member. */
export type AddressChange = { readonly [Key in keyof Address]?: Address[Key] | null };

export function changedAddress(from: Address, change: AddressChange): Address {
  const members = Object.entries({ ...from, ...change }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(members) as unknown as Address;
}

/** Goes to another address. `isStep`: one can go back to the present one; default: unless only the scrubber moves. */
export function go(
  change: AddressChange,
  isStep = Object.keys(change).some((key) => key !== 'at'),
) {
  const next = changedAddress(current.value, change);
  const text = printAddress(next);
  if (text === printAddress(current.value)) return;
  if (isStep) writeNow();
  current.value = next;
  if (isStep) history.pushState(null, '', text);
  else writeSoon();
}

/** The least time between two replacements in the address bar, in ms: browsers refuse those of a scrubber that is dragged. */
export const writeEveryMs = 200;

let resting: ReturnType<typeof setTimeout> | undefined;
let isBehind = false;

/** The first of several replacements is written at once, the last one a little later. */
function writeSoon(): void {
  isBehind = true;
  if (resting !== undefined) return;
  writeNow();
  resting = setTimeout(() => {
    resting = undefined;
    if (isBehind) writeSoon();
  }, writeEveryMs);
}

function writeNow(): void {
  if (!isBehind) return;
  isBehind = false;
  history.replaceState(null, '', printAddress(current.value));
}

/** Follows the address bar, from now on. */
export function followAddressBar(): void {
  const read = () => {
    isBehind = false;
    current.value = parseAddress(location.hash);
  };
  addEventListener('popstate', read);
  addEventListener('hashchange', read);
  read();
}
