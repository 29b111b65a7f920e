// Short forms of long texts.

/** The beginning of an id or a hash, long enough to tell it apart on one page. */
export function shortId(id: string): string {
  if (id.startsWith('0x')) return id.length <= 14 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
  return id.length <= 12 ? id : `${id.slice(0, 8)}…`;
}

const sizeUnits = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Such as `12 bytes` or `1.5 MB`. */
export function printBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < sizeUnits.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const text = unit === 0 ? String(value) : value.toFixed(1);
  return `${text} ${sizeUnits[unit]}`;
}
