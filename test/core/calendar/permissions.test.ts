// Permissions of roles by the status of a post (reference/calendar.md section 1.5).

import { describe, expect, it } from 'vitest';
import { roles, type Role } from '../../../core/calendar/commands.ts';
import { mayEdit, mayRead } from '../../../core/calendar/permissions.ts';
import { statuses, type Post, type Status } from '../../../core/calendar/records/post.ts';

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
});
