// As whom the calendar is seen: the operator sees all that is stored, others what their requests get.

import type { calendar } from '../../../../../core/index.ts';
import type { SiteSettings } from './site-settings.ts';

export interface Viewer {
  /** In the address: `operator`, `anyone`, `anonymous`, or the id of a user. */
  readonly key: string;
  readonly title: string;
  /** Undefined for the operator. */
  readonly caller?: calendar.Caller;
}

/** On an open site all callers are one. */
const openCaller: calendar.KnownCaller = { userId: 1, role: 'administrator' };

export function viewersOf({ mode, users }: SiteSettings): readonly Viewer[] {
  const isOpen = mode === 'open';
  const titled = (title: string) => (isOpen ? `${title}, if the site were not open` : title);
  const anyone = { key: 'anyone', title: 'any caller: an administrator', caller: openCaller };
  return [
    { key: 'operator', title: 'the operator: all that is stored' },
    ...(isOpen ? [anyone] : []),
    { key: 'anonymous', title: titled('anonymous'), caller: 'anonymous' },
    ...users.map(({ id, login, role }) => ({
      key: String(id),
      title: titled(`${login}, ${role}`),
      caller: { userId: id, role },
    })),
  ];
}

/** The one that an address names; the operator if it names none that there is. */
export function viewerNamed(viewers: readonly Viewer[], key: string | undefined): Viewer {
  const [operator] = viewers;
  const viewer = viewers.find((candidate) => candidate.key === key) ?? operator;
  if (viewer === undefined) throw new Error('There is always the operator.');
  return viewer;
}
