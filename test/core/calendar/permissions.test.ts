// Permissions of roles by the status of a post (reference/calendar.md section 1.5).

import { describe, expect, it } from 'vitest';
import {
  roles,
  type CalendarCommand,
  type Caller,
  type Role,
} from '../../../core/calendar/commands.ts';
import { calendar } from '../../../core/calendar/index.ts';
import { mayEdit, mayRead, seesUnpublished } from '../../../core/calendar/permissions.ts';
import { statuses, type Post, type Status } from '../../../core/calendar/records/post.ts';
import {
  byAdministrator,
  createCategory,
  createEvent,
  createOrganizer,
  createVenue,
  event,
  organizer,
  trash,
  updateCategory,
  updateEvent,
  updateOrganizer,
  updateVenue,
  venue,
} from '../../support/calendar/commands.ts';
import { given } from '../../support/given.ts';

const post = (status: Status, authorId: number): Post => ({
  id: 1,
  authorId,
  status,
  slug: '',
  dateSeconds: 0,
  dateUtcSeconds: 0,
  modifiedSeconds: 0,
  modifiedUtcSeconds: 0,
  imageId: null,
  passwordFingerprint: null,
});

/** The statuses of the posts for which `may` permits the caller. */
const allowed = (may: typeof mayEdit, role: Role, authorId: number) =>
  statuses.filter((status) => may({ userId: 2, role }, post(status, authorId)));

const live = ['publish', 'future', 'private'];
const notLive = statuses.filter((status) => !live.includes(status));

describe('editing', () => {
  it.each([
    ['administrator', statuses, statuses],
    ['editor', statuses, statuses],
    ['author', statuses, []],
    ['contributor', notLive, []],
    ['subscriber', [], []],
  ] as const)('is for the %s', (role, own, others) => {
    expect(allowed(mayEdit, role, 2)).toEqual(own);
    expect(allowed(mayEdit, role, 1)).toEqual(others);
  });

  it('is not for anonymous callers', () => {
    expect(statuses.filter((status) => mayEdit('anonymous', post(status, 0)))).toEqual([]);
  });
});

describe('reading', () => {
  it.each(roles)('is for the %s if the post is published, and else by role', (role) => {
    const isEditor = role === 'administrator' || role === 'editor';
    expect(allowed(mayRead, role, 2)).toEqual(role === 'subscriber' ? ['publish'] : statuses);
    expect(allowed(mayRead, role, 1)).toEqual(isEditor ? statuses : ['publish']);
    expect(statuses.filter((status) => mayRead('anonymous', post(status, 0)))).toEqual(['publish']);
  });

  it('is in lists for all who may create posts', () => {
    const seeing = roles.filter((role) => seesUnpublished({ userId: 2, role }));
    expect(seeing).toEqual(['administrator', 'editor', 'author', 'contributor']);
    expect(seesUnpublished('anonymous')).toBe(false);
  });
});

describe('a command', () => {
  const postsOf = (fields: { readonly author?: number; readonly status?: Status }) => [
    createEvent(fields),
    createVenue({ name: 'Hall', ...fields }),
    createOrganizer({ name: 'Ann', ...fields }),
  ];
  const changes = [
    updateEvent(1, { title: 'Market' }),
    updateVenue(2, { name: 'Barn' }),
    updateOrganizer(3, { name: 'Ben' }),
    trash('event', 1),
    trash('venue', 2),
    trash('organizer', 3),
  ];
  const terms: readonly CalendarCommand[] = [
    createCategory({ name: 'Jazz' }),
    updateCategory(1, { name: 'Folk' }),
    { type: 'DeleteTerm', ...byAdministrator, taxonomy: 'category', termId: 1 },
  ];
  const callerOf = (who: Role | 'anonymous'): Caller =>
    who === 'anonymous' ? who : { userId: 2, role: who };

  /** The outcomes of commands of a caller, each after the posts of an author: `done`, or the code of the refusal. */
  function outcomes(
    who: Role | 'anonymous',
    commands: readonly CalendarCommand[],
    author = 2,
  ): readonly string[] {
    const codes = commands.map((command) => {
      const town = given(calendar).having(
        ...postsOf({ author }),
        createCategory({ name: 'Music' }),
      );
      const outcome = town.outcome({ ...command, caller: callerOf(who) } as CalendarCommand);
      return outcome.ok ? 'done' : outcome.error.code;
    });
    return [...new Set(codes)];
  }

  it.each([
    // who, changes own posts, posts of others, and terms
    ['administrator', 'done', 'done', 'done'],
    ['editor', 'done', 'done', 'done'],
    ['author', 'done', 'FORBIDDEN', 'FORBIDDEN'],
    ['contributor', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
    ['subscriber', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
    ['anonymous', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
  ] as const)(
    'of the %s: changes of own posts %s, of others %s, of terms %s',
    (who, ...expected) => {
      const [own, others, ofTerms] = expected;
      expect(outcomes(who, changes)).toEqual([own]);
      expect(outcomes(who, changes, 1)).toEqual([others]);
      expect(outcomes(who, terms)).toEqual([ofTerms]);
    },
  );

  it.each([
    ['administrator', { status: 'publish' }, 'publish'],
    ['editor', { status: 'publish' }, 'publish'],
    ['author', { status: 'publish' }, 'publish'],
    ['author', {}, 'publish'],
    ['contributor', { status: 'publish' }, 'pending'],
    ['contributor', { status: 'future' }, 'pending'],
    ['contributor', { status: 'private' }, 'private'],
    ['contributor', {}, 'draft'],
  ] as const)('of the %s creates posts %j with the status %s', (who, fields, status) => {
    const commands = postsOf(fields).map((command) => ({ ...command, caller: callerOf(who) }));
    const world = given(calendar).having(...(commands as CalendarCommand[]));
    for (const read of [event(1), venue(2), organizer(3)])
      world.shows(read, { status, authorId: 2 });
  });

  it.each(['subscriber', 'anonymous'] as const)('of the %s creates no posts', (who) =>
    expect(outcomes(who, postsOf({}))).toEqual(['FORBIDDEN']),
  );
});
