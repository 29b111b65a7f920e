import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { scriptMembers } from '../../../../adapters/services/speech/script.ts';
import { scriptInPieces } from '../../../../adapters/services/speech/script-pieces.ts';
import { atOnce } from '../../../../core/index.ts';
import { edited } from '../../../support/arbitraries/json-edits.ts';
import { schemaValue, type JsonSchema } from '../../../support/arbitraries/schema-values.ts';

const schema = z.strictObject(scriptMembers);

const sound = [
  { hear: [{ utterances: ['Hello.', { text: 'I am Jo.', speaker: 1, confidence: 0.5 }] }] },
  {
    hear: [
      { tag: 'a', channel: 1, gapMs: 500, utterances: [] },
      { utterances: [{ text: 'I am Jo.', entities: [{ label: 'NAME', value: 'Jo' }] }] },
      { utterances: [{ text: 'a b', entities: [{ label: 'N', value: 'b', from: 1, to: 2 }] }] },
    ],
    answer: [
      { hears: 'a {b}', says: '{b}', sets: { c: '{b}' }, calls: [{ name: 'f', arguments: {} }] },
      { when: { c: '' }, says: '{c}', latency: { think: 1 }, once: true },
    ],
  },
  {},
];

it('parses a script as its schema does, and none that it refuses', () => {
  const ofSchema = schemaValue(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
  fc.assert(
    fc.property(fc.oneof(edited(fc.constantFrom(...sound)), ofSchema), (body) => {
      const { success, data } = schema.safeParse(structuredClone(body));
      expect(atOnce(scriptInPieces(body))).toStrictEqual(success ? data : undefined);
    }),
    { examples: sound.map((body): [unknown] => [body]) },
  );
});

it('pauses between utterances and between rules', () => {
  const body = {
    hear: [{ utterances: Array.from({ length: 100 }, () => 'a') }],
    answer: Array.from({ length: 100 }, () => ({ says: 'a' })),
  };
  const pieces = scriptInPieces(body);
  let count = 0;
  while (pieces.next().done !== true) count += 1;
  expect(count).toBe(400); // each is parsed, then its words and names are checked
});
