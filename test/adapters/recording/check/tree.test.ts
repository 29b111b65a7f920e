// The recordings of the tree keep all rules, and each rule is evaluated by some of them: silence means something.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allRules, checkRecording } from '../../../../adapters/recording/check/check.ts';
import { filesBelow } from '../../../../adapters/files-below.ts';
import { readAnyRecording } from '../../../../adapters/recording/format/reader.ts';
import { root } from '../../../support/documents/page.ts';

const folder = join(root, 'recordings');
const files = filesBelow(folder).filter((file) => file.endsWith('.jsonl'));
const evaluated = new Map<string, number>();

describe('the recordings of the tree', () => {
  it.each(files)('keep all rules: %s', async (file) => {
    const { rules, isKept } = checkRecording(await readAnyRecording(join(folder, file)));
    expect(rules.flatMap(({ violations }) => violations)).toEqual([]);
    expect(isKept).toBe(true);
    for (const rule of rules) {
      evaluated.set(rule.name, (evaluated.get(rule.name) ?? 0) + rule.evaluated);
    }
  });

  it('evaluate each rule', () => {
    const unused = allRules.filter(({ name }) => (evaluated.get(name) ?? 0) === 0);
    expect(unused).toEqual([]);
  });
});

describe('the rules', () => {
  it('have names of their own, in kebab case', () => {
    const names = allRules.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it('name a document and a section', () => {
    for (const { spec } of allRules) {
      expect(spec).toMatch(/^(spec|reference)\/(wallet|calendar|speech)\.md,? \S/);
    }
  });
});
