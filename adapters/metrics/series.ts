// A series of numbers as the registries of prom-client list them, and the text of many.

import type { Distribution } from './distribution.ts';

export interface SeriesValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Of a part of a histogram; default: the name of the series. */
  readonly metricName?: string;
}

export interface Series {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly SeriesValue[];
  /** How prom-client adds up series of one name; here each name is there once. */
  readonly aggregator: 'sum';
}

type Kind = Exclude<Series['type'], 'histogram'>;

/** One number. */
export function single(type: Kind, name: string, help: string, value: number): Series {
  return { name, help, type, values: [{ labels: {}, value }], aggregator: 'sum' };
}

/** A number for each value of one label. */
export function labelled(
  type: Kind,
  name: string,
  help: string,
  label: string,
  numbers: ReadonlyMap<string, number>,
): Series {
  const values = [...numbers].map(([of, value]) => ({ labels: { [label]: of }, value }));
  return { name, help, type, values, aggregator: 'sum' };
}

/** A histogram, or one for each set of labels. */
export function histogram(
  name: string,
  help: string,
  all: readonly (readonly [Readonly<Record<string, string>>, Distribution])[],
): Series {
  const values = all.flatMap(([labels, distribution]): SeriesValue[] => {
    const { counts, sum } = distribution.cumulative();
    const [, count = 0] = counts.at(-1) ?? [];
    return [
      ...counts.map(([le, value]) => ({
        labels: { ...labels, le },
        value,
        metricName: `${name}_bucket`,
      })),
      { labels, value: sum, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ];
  });
  return { name, help, type: 'histogram', values, aggregator: 'sum' };
}
