// Converts texts to the characters of the synthesiser, ASCII. Other characters remain, without sounds.

/** Replacements of letters and signs. Decomposition drops accents. */
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': ' - ',
  '…': '...',
  '•': ', ',
  '°': ' degrees ',
  '×': ' times ',
  '€': ' euro ',
  '£': ' pound ',
  '¿': '',
  '¡': '',
};

/** Latin letters with accents. Their decompositions are unchanged since Unicode 4. */
const accented = /[\u00c0-\u024f\u1e00-\u1eff]/;
/** Combining marks, joiners, directions, variation selectors. */
const invisible =
  /\u00ad|[\u0300-\u036f]|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2064]|[\ufe00-\ufe0f]|\ufeff/;
// oxlint-disable-next-line no-control-regex -- control characters are blanks here
const blank = /[\s\u0000-\u001f\u007f-\u009f]/;

const sign = '[!-/:-@[-`{-~]';
const equalSigns = new RegExp(`(${sign})\\1{3,}`, 'g');
const longSigns = new RegExp(`(${sign}{8})${sign}+`, 'g');
const longWord = /[A-Za-z0-9]{60}(?=[A-Za-z0-9])/g;

/** Normalises to single blanks, runs of at most 8 signs, and words of at most 60 letters. */
export function plainText(text: string): string {
  const characters = Array.from(text, (character) => {
    if (character >= ' ' && character <= '~') return character;
    if (Object.hasOwn(replacements, character)) return replacements[character] ?? '';
    if (invisible.test(character)) return '';
    if (blank.test(character)) return ' ';
    if (!accented.test(character)) return character;
    const letters = character.normalize('NFD').replace(/[^ -~]/g, '');
    return letters === '' ? character : letters;
  });
  return characters
    .join('')
    .replace(/ +/g, ' ')
    .trim()
    .replace(equalSigns, '$1$1$1')
    .replace(longSigns, '$1')
    .replace(longWord, '$& ');
}
