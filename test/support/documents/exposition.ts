// Reads the text format of Prometheus strictly: what its specification (version 0.0.4) and its naming rules refuse is an error.

import parsePrometheusTextFormat from 'parse-prometheus-text-format';

/** By name and labels, as they are printed: `requests_total{service="wallet"}`. */
export type Samples = ReadonlyMap<string, number>;

interface Family {
  readonly name: string;
  readonly type: string;
  readonly samples: Map<string, number>;
}

const nameForm = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const helpLine = new RegExp(`^# HELP (${nameForm}) (\\S.*)$`);
const typeLine = new RegExp(`^# TYPE (${nameForm}) (counter|gauge|histogram|summary|untyped)$`);
const pairForm = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"';
const sampleLine = new RegExp(
  `^(${nameForm})(\\{(?:${pairForm})(?:,${pairForm})*\\})? ([-+]?(?:[0-9.]+(?:e[-+]?[0-9]+)?|Inf|NaN))$`,
  'i',
);

/** Throws for text that is not as it should be. */
export function samplesIn(text: string): Samples {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const families = new Map<string, Family>();
  let family: Family | undefined;
  let help: string | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const helped = helpLine.exec(line)?.[1];
    const [, typed, type = ''] = typeLine.exec(line) ?? [];
    if (helped !== undefined) {
      help = helped;
    } else if (typed !== undefined) {
      if (typed !== help) throw new Error(`${typed} has no help before its type.`);
      if (families.has(typed)) throw new Error(`${typed} is there twice.`);
      if (type === 'counter' && !typed.endsWith('_total')) throw new Error(`${typed} is no total.`);
      family = { name: typed, type, samples: new Map() };
      families.set(typed, family);
    } else {
      addSample(family, line);
    }
  }
  for (const one of families.values()) if (one.type === 'histogram') checkHistogram(one);
  const samples = new Map([...families.values()].flatMap((one) => [...one.samples]));
  compareWithParser(text, families, samples);
  return samples;
}

function addSample(family: Family | undefined, line: string): void {
  const [, name, labels = '', value = ''] = sampleLine.exec(line) ?? [];
  if (name === undefined) throw new Error(`This is no sample: ${line}`);
  const part = /_(bucket|sum|count)$/.exec(name)?.[0];
  const base = family?.type === 'histogram' && part ? name.slice(0, -part.length) : name;
  if (family === undefined || base !== family.name) throw new Error(`${name} has no type.`);
  const key = name + labels;
  const names = [...labels.matchAll(/([a-zA-Z0-9_]+)="/g)].map(([, label]) => label);
  if (new Set(names).size < names.length) throw new Error(`A label is there twice: ${key}`);
  if (family.samples.has(key)) throw new Error(`${key} is there twice.`);
  family.samples.set(key, numberOf(value));
}

function numberOf(text: string): number {
  if (/^nan$/i.test(text)) return Number.NaN;
  return Number(text.replace(/Inf$/, 'Infinity'));
}

/** Buckets are cumulative, and the last one has all. */
function checkHistogram({ name, samples }: Family): void {
  const before = new Map<string, number>();
  for (const [key, value] of samples) {
    if (!key.startsWith(`${name}_bucket`)) continue;
    const le = /,?le="([^"]*)"/.exec(key);
    if (le === null) throw new Error(`${key} has no bound.`);
    const labels = key.slice(`${name}_bucket`.length).replace(le[0], '').replace('{,', '{');
    if (value < (before.get(labels) ?? 0)) throw new Error(`${key} is not cumulative.`);
    before.set(labels, value);
    if (le[1] !== '+Inf') continue;
    const count = samples.get(`${name}_count${labels === '{}' ? '' : labels}`);
    if (count !== value) throw new Error(`${key} is ${value}, but the count is ${count}.`);
  }
}

/** A parser of others finds the same names, types and numbers. */
function compareWithParser(text: string, families: ReadonlyMap<string, Family>, all: Samples) {
  const parsed = parsePrometheusTextFormat(text);
  for (const { name, type, metrics } of parsed) {
    if (families.get(name)?.type !== type.toLowerCase()) throw new Error(`${name} is no ${type}.`);
    for (const { labels, value, count, sum } of metrics) {
      const numbers = { '': value, _count: count, _sum: sum };
      for (const [part, number] of Object.entries(numbers)) {
        if (number === undefined) continue;
        const key = name + part + printed(labels);
        if (!Object.is(all.get(key), numberOf(number))) throw new Error(`${key} is not ${number}.`);
      }
    }
  }
  if (parsed.length !== families.size) throw new Error('The parser finds other families.');
}

const escaped = (value: string) => value.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');

function printed(labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
