import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import { worldUnits } from '../../../adapters/shrink/world-units.ts';

const unitsIn = async (name: string) => {
  const recording = await readRecording(`recordings/v1/${name}.jsonl`);
  const units = worldUnits(recording);
  const at = (place: number) => recording.entries[(units[place]?.n ?? 0) - 1];
  return { ...recording, units, at };
};

describe('worldUnits', () => {
  it('finds requests of clients and operators, and what uses the ids that they brought', async () => {
    const { units, at, entries } = await unitsIn('wallet/demo');
    const requests = entries.filter(({ kind }) => /^(http\.request|clock|control)$/.test(kind));
    expect(units.map(({ n }) => n)).toEqual(requests.map(({ n }) => n));
    const urlOf = (place: number) => {
      const entry = at(place);
      return entry !== undefined && 'url' in entry ? entry.url : '';
    };
    const wallets = units.find((_unit, place) => urlOf(place) === '/v1/w3s/developer/wallets');
    const urls = wallets?.dependants.map(urlOf) ?? [];
    expect(urls.some((url) => url.endsWith('/fund'))).toBe(true);
    expect(urls).toContain('/v1/w3s/developer/transactions/transfer');
    expect(urls).not.toContain('/v1/w3s/developer/walletSets');
  });

  it('finds what uses the numbers of a calendar', async () => {
    const { units, at } = await unitsIn('calendar/publishers-day');
    const pairs = units.flatMap(({ n, dependants }) =>
      dependants.map((place) => [n, at(place)?.n ?? 0] as const),
    );
    expect(pairs.length).toBeGreaterThan(5);
    expect(pairs.every(([earlier, later]) => earlier < later)).toBe(true);
  });

  it('finds frames within their connections, and the outcomes of webhooks', async () => {
    const { units, at, entries } = await unitsIn('speech/eager-turn');
    const frames = entries.filter(({ kind }) => kind === 'ws.in').length;
    const within = units.filter((unit) => unit.within !== undefined);
    expect(within).toHaveLength(frames);
    expect(within.every(({ within: place = 0 }) => at(place)?.kind === 'ws.open')).toBe(true);

    const webhooks = await unitsIn('wallet/webhooks');
    const outcomes = webhooks.entries.filter(({ kind }) => kind === 'webhook.outcome');
    const ofOutcomes = outcomes.flatMap(
      ({ n }) => webhooks.units.find((unit) => unit.n === n) ?? [],
    );
    expect(ofOutcomes.length).toBeGreaterThan(5);
    for (const { n, within = -1 } of ofOutcomes) expect(webhooks.at(within)?.n).toBeLessThan(n);
  });
});
