import { describe, expect, it } from 'vitest';
import {
  functionPlace,
  revealed,
  SecretVault,
  secretVaultOf,
  thinkPlace,
} from '../../../../../adapters/services/speech/agent/secrets.ts';
import type { World } from '../../../../../core/index.ts';
import { openAi, readAgentFrame } from '../../../../support/speech/agent-frames.ts';

function thinkerWith(endpoint: object) {
  const message = { type: 'UpdateThink', think: { provider: openAi, endpoint } };
  const { command, secrets } = readAgentFrame(JSON.stringify(message));
  if (command.type !== 'UpdateThink') throw new Error('The message is wrong.');
  const found = command.think[0]?.endpoint;
  if (found === null || found === undefined) throw new Error('There is no endpoint.');
  return { endpoint: found, secret: secrets?.get(thinkPlace(0)) };
}

describe('an endpoint', () => {
  it.each([
    [{ url: 'https://u:p@a.example/?k=v', headers: { 'X-Key': 'x' } }, { 'x-key': 'x' }],
    [{ url: 'https://key@a.example/', headers: {} }, {}],
    [{ url: 'https://a.example/?k=v', headers: {} }, {}],
    [{ url: 'https://a.example/', headers: { a: '' } }, { a: '' }],
  ])('%j is revealed by its secrets alone', (given, headers) => {
    const { endpoint, secret } = thinkerWith(given);
    expect(revealed(endpoint, secret)).toEqual({ url: given.url, headers });
    expect(revealed(endpoint, undefined)).toBeUndefined();
  });

  it('without secrets needs none', () => {
    const { endpoint, secret } = thinkerWith({ url: 'https://a.example/b?c', headers: {} });
    expect(secret).toBeUndefined();
    expect(revealed(endpoint, undefined)).toEqual({ url: 'https://a.example/b?c', headers: {} });
  });

  it('is not revealed by the secrets of another', () => {
    const one = thinkerWith({ url: 'https://a.example/?k=v', headers: { a: '' } });
    const other = thinkerWith({ url: 'https://b.example/?k=v', headers: { a: '' } });
    const more = thinkerWith({ url: 'https://a.example/?k=v', headers: { a: '', b: '' } });
    expect(revealed(one.endpoint, other.secret)).toBeUndefined();
    expect(revealed(one.endpoint, more.secret)).toBeUndefined();
  });
});

describe('a vault', () => {
  const secrets = new Map([
    [functionPlace(0, 'f'), { url: 'https://a.example', headers: { a: 'b' } }],
  ]);

  it('has the secrets that were set last, of sessions and of agents', () => {
    const vault = new SecretVault();
    expect(vault.ofSession('1').size).toBe(0);
    vault.setSession('1', secrets);
    vault.setAgent('2', secrets);
    expect([vault.ofSession('1'), vault.ofAgent('2')]).toEqual([secrets, secrets]);
    expect([vault.ofSession('2').size, vault.ofAgent('1').size]).toEqual([0, 0]);
    vault.setSession('1', new Map());
    vault.setAgent('2', new Map());
    expect([vault.ofSession('1').size, vault.ofAgent('2').size]).toEqual([0, 0]);
  });

  it('has the secrets of the thought in flight until another one is in flight', () => {
    const [first, second, third] = ['a', 'b', 'c'].map(
      (value) => new Map([[thinkPlace(0), { url: 'https://a.example', headers: { a: value } }]]),
    );
    const thought = { turn: 1, round: 0, entry: 0 };
    const next = { ...thought, round: 1 };
    const vault = new SecretVault();
    const found = () => [undefined, thought, next].map((one) => vault.ofSession('1', one));
    vault.setSession('1', first ?? new Map());
    vault.setSession('1', second ?? new Map(), thought);
    expect(found()).toEqual([second, first, second]);
    vault.setSession('1', new Map(), thought);
    expect(found()).toEqual([new Map(), first, new Map()]);
    vault.setSession('1', third ?? new Map(), next);
    expect(found()).toEqual([third, third, new Map()]);
    vault.deleteSession('1');
    expect(found()).toEqual([new Map(), new Map(), new Map()]);
  });

  it('belongs to one world', () => {
    const [one, other] = [{ record: {} }, { record: {} }] as World[];
    expect(secretVaultOf(one as World)).toBe(secretVaultOf({ record: one?.record } as World));
    expect(secretVaultOf(one as World)).not.toBe(secretVaultOf(other as World));
  });
});
