// The language of decision tests fails when it should.

import { describe, expect, it } from 'vitest';
import { calendar } from '../../core/calendar/index.ts';
import { wallet } from '../../core/wallet/index.ts';
import { createCategory, createEvent, event } from '../support/calendar/commands.ts';
import { given } from '../support/given.ts';

const music = createCategory({ name: 'Music' });

describe('a decision test fails', () => {
  it.each<[string, () => unknown]>([
    ['at other events', () => given(calendar).when(music).then('TermUpdated')],
    ['at more events', () => given(calendar).when(music).then()],
    ['at fewer events', () => given(calendar).when(music).then('TermCreated', 'TermCreated')],
    [
      'at other members',
      () =>
        given(calendar)
          .when(music)
          .then({ type: 'TermCreated', term: { name: 'Jazz' } }),
    ],
    ['at a refusal', () => given(calendar).having(music).when(music).then('TermCreated')],
    ['at any refusal', () => given(calendar).having(music).when(music).accepted()],
    ['at no refusal', () => given(calendar).when(music).refused('TERM_EXISTS')],
    [
      'at another refusal',
      () => given(calendar).having(music).when(music).refused('TERM_SLUG_TAKEN'),
    ],
    [
      'at other data of a refusal',
      () => given(calendar).having(music).when(music).refused('TERM_EXISTS', { termId: 2 }),
    ],
    ['at a history that is refused', () => given(calendar).having(music, music)],
    [
      'at another view',
      () => given(calendar).having(createEvent()).shows(event(1), { title: 'Concert' }),
    ],
    [
      'at further members of an exact view',
      () => given(calendar).having(createEvent()).showsExactly(event(1), { title: 'Fair' }),
    ],
  ])('%s', (_when, sentence) => expect(sentence).toThrow());

  it('at a command without a consequence', () => {
    const world = given(calendar);
    const decided = world.when(music);
    expect(() => world.having(music)).toThrow('when(CreateTerm)');
    expect(() => world.after('1s')).toThrow('when(CreateTerm)');
    expect(() => world.shows(event(1), undefined)).toThrow('when(CreateTerm)');
    decided.then('TermCreated');
  });

  it.fails('at the end, if a command has no consequence', () => {
    given(calendar).when(music);
  });
});

describe('a history', () => {
  it('may consist of events, with their timers', () => {
    const [created] = given(calendar).having(createEvent({ date: '+1 hour' })).events;
    given(calendar, [created!])
      .shows(event(1), { status: 'future' })
      .after('1h')
      .shows(event(1), { status: 'publish' });
  });

  it('may name its parts', () => {
    given(wallet, (world) => {
      const [set] = world.having({ type: 'ProvisionWalletSet', custodyType: 'DEVELOPER' }).events;
      return { walletSetId: set?.type === 'WalletSetCreated' ? set.walletSetId : '' };
    })
      .when(({ walletSetId }) => ({ type: 'UpdateWalletSet', walletSetId, name: 'x' }))
      .then('WalletSetUpdated');
  });
});
