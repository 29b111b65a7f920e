// Records as text and back: JSON with integers of any size. Used for what is kept beside the log and can be made anew
// from it; the order of members stays as it is in the record.

/** Marks a text that is not meant literally: `~123` is the integer 123n, `~~a` the text `~a`. */
const mark = '~';

/** Plain data: objects, arrays, texts, numbers, bigints, booleans, null. Absent members stay absent. */
export function printRecords(records: readonly unknown[]): string {
  return printPlain(records) ?? JSON.stringify(records, (_name, value) => marked(value));
}

/** The same in 60 % of the time for most pages: those that have no integers of any size and nothing like a mark. */
function printPlain(records: readonly unknown[]): string | undefined {
  try {
    const text = JSON.stringify(records);
    return text.includes(mark) ? undefined : text;
  } catch {
    return undefined; // JSON has no bigints; the first one ends it
  }
}

function marked(value: unknown): unknown {
  if (typeof value === 'bigint') return mark + value.toString();
  return typeof value === 'string' && value.startsWith(mark) ? mark + value : value;
}

/** What `printRecords` printed. Throws SyntaxError for anything else. */
export function parseRecords(text: string): readonly unknown[] {
  const isPlain = !text.includes(`"${mark}`); // most pages are, and a reviver costs several times the parsing
  const records: unknown = isPlain ? JSON.parse(text) : JSON.parse(text, revived);
  if (!Array.isArray(records)) throw new SyntaxError('Records are a list.');
  return records;
}

function revived(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(mark)) return value;
  return value.startsWith(mark, 1) ? value.slice(1) : BigInt(value.slice(1));
}
