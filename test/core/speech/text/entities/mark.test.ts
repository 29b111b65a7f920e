import { describe, expect, it } from 'vitest';
import { formatWords } from '../../../../../core/speech/text/format.ts';
import { entityLabels } from '../../../../../core/speech/text/entities/mark.ts';
import { plainText } from '../../../../../core/speech/text/options.ts';
import { formatted, type OwnOptions } from '../../../../support/speech/formatted.ts';
import { heardWords } from '../../../../support/speech/heard-words.ts';

const detectEntities = { detectEntities: true };

function entitiesIn(text: string, own: OwnOptions = detectEntities) {
  const { entities = [] } = formatted(text, own);
  return entities.map(({ label, value }) => [label, value]);
}

type Entity = readonly [label: string, value: string];

/** Texts with their entities. */
const rows: readonly (readonly [text: string, ...entities: readonly Entity[]])[] = [
  ['My card is 4111 1111 1111 1111.', ['CREDIT_CARD', '4111 1111 1111 1111']],
  ['Or 4111-1111-1111-1111, yes', ['CREDIT_CARD', '4111-1111-1111-1111']],
  ['card 6000000000000000129?', ['CREDIT_CARD', '6000000000000000129']],
  [
    '4111 1111. 1111 1111',
    ['NUMBER', '4111'],
    ['NUMBER', '1111'],
    ['NUMBER', '1111'],
    ['NUMBER', '1111'],
  ],
  ['+123456789012345', ['PHONE_NUMBER', '+123456789012345']],
  ['+1234567890123456 or +1234567'],
  ['the info is me'],
  ['card 378282246310005', ['CREDIT_CARD', '378282246310005']],
  ['code 4111111111111112', ['NUMBER', '4111111111111112']],
  ['It is 123-45-6789.', ['SSN', '123-45-6789']],
  ['one two three forty five six seven eight nine', ['SSN', '123 45 6789']],
  ['one two three four five six seven eight nine', ['SSN', '123456789']],
  [
    '(555) 123-4567 or +44 20 7946 0958',
    ['PHONE_NUMBER', '555) 123-4567'],
    ['PHONE_NUMBER', '+44 20 7946 0958'],
  ],
  ['five five five one two one two', ['PHONE_NUMBER', '555-1212']],
  ['call 1-800-555-1212!', ['PHONE_NUMBER', '1-800-555-1212']],
  [
    'Write to Ann.Lee@example.com, or see example.com/help',
    ['EMAIL_ADDRESS', 'Ann.Lee@example.com'],
    ['URL', 'example.com/help'],
  ],
  ['ann at example dot com', ['EMAIL_ADDRESS', 'ann@example.com']],
  [
    'https://localhost and www.example.museum',
    ['URL', 'https://localhost'],
    ['URL', 'www.example.museum'],
  ],
  ['five dollars or €5 million', ['MONEY', '$5'], ['MONEY', '€5 million']],
  ['On May 5th, 2022, or 5 June', ['DATE', 'May 5th, 2022'], ['DATE', '5 June']],
  ['the first of june twenty twenty', ['DATE', '1st of June 2020']],
  [
    '2022-05-05 or 5/6/2022 or June 2022',
    ['DATE', '2022-05-05'],
    ['DATE', '5/6/2022'],
    ['DATE', 'June 2022'],
  ],
  ['at ten thirty p m, 22:15 or 5 a.m.', ['TIME', '10:30 PM'], ['TIME', '22:15'], ['TIME', '5 AM']],
  [
    '21st of 50% of 3.5 million, and -5',
    ['NUMBER', '21st'],
    ['NUMBER', '50%'],
    ['NUMBER', '3.5 million'],
    ['NUMBER', '-5'],
  ],
  ['no one in the U.S. may march, e.g. a@b or a1'],
  ['four, then. 1111', ['NUMBER', '4'], ['NUMBER', '1111']],
];

describe('entities', () => {
  it('are found by their form', () => {
    for (const [text, ...entities] of rows) {
      expect({ text, entities: entitiesIn(text) }).toEqual({ text, entities });
    }
  });

  it('have one speaker', () => {
    const digits = heardWords('4111 1111 1111 1111');
    const words = digits.map((word, index) => ({ ...word, speaker: index >> 1 }));
    const options = { ...plainText, ...detectEntities };
    const { entities = [] } = formatWords(words, options, { isFinal: true });
    expect(entities.map(({ label }) => label)).toEqual(['NUMBER', 'NUMBER', 'NUMBER', 'NUMBER']);
  });

  it('are found by every rule, here', () => {
    const labels = new Set(rows.flatMap(([, ...entities]) => entities.map(([label]) => label)));
    expect([...labels].sort()).toEqual([...entityLabels].sort());
  });

  it('have their places and the spoken text', () => {
    const { transcript, entities } = formatted('pay Five dollars, now', detectEntities);
    expect(transcript).toBe('pay Five dollars, now');
    expect(entities).toEqual([
      {
        label: 'MONEY',
        value: '$5',
        rawValue: 'Five dollars',
        confidence: 98,
        startWord: 1,
        endWord: 3,
      },
    ]);
    const smart = formatted('pay five dollars now', { ...detectEntities, smartFormat: true });
    expect(smart.entities).toMatchObject([
      { value: '$5', rawValue: 'five dollars', startWord: 1, endWord: 2 },
    ]);
  });

  it('are those of the script if it names some', () => {
    const entity = { number: 0, label: 'PERSON', value: 'Ann Lee' };
    const words = [
      ...heardWords('ann lee 5', { entity }),
      ...heardWords('bob', { entity: { ...entity, number: 1, value: 'Bob' }, confidence: 60 }),
      ...heardWords('5'),
    ];
    const options = { ...plainText, ...detectEntities };
    expect(formatWords(words, options, { isFinal: true }).entities).toEqual([
      {
        label: 'PERSON',
        value: 'Ann Lee',
        rawValue: 'ann lee 5',
        confidence: 98,
        startWord: 0,
        endWord: 3,
      },
      { label: 'PERSON', value: 'Bob', rawValue: 'bob', confidence: 60, startWord: 3, endWord: 4 },
      { label: 'NUMBER', value: '5', rawValue: '5', confidence: 98, startWord: 4, endWord: 5 },
    ]);
  });

  it('are listed in finals only, and only if wanted', () => {
    const words = heardWords('five dollars');
    const options = { ...plainText, ...detectEntities };
    expect(formatWords(words, options, { isFinal: false })).not.toHaveProperty('entities');
    expect(formatted('five dollars')).not.toHaveProperty('entities');
    expect(formatted('no', detectEntities).entities).toEqual([]);
  });
});
