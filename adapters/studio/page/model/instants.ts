// Virtual instants as texts, in a zone of choice. All instants in the page are virtual.

/** ISO-8601 in UTC. */
export function printInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Such as `+00:05:24.200` since the epoch of a world. */
export function printSince(atMs: number, epochMs: number): string {
  const ms = Math.max(0, atMs - epochMs);
  const seconds = Math.floor(ms / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `+${two(hours)}:${two(minutes)}:${two(seconds % 60)}.${String(ms % 1_000).padStart(3, '0')}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** In a zone such as `Europe/Berlin`; in UTC if the browser does not know it. */
export function printInZone(atMs: number, zone = 'UTC'): string {
  return formatOf(zone).format(atMs);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  let format: Intl.DateTimeFormat;
  try {
    format = createFormat(zone);
  } catch {
    format = createFormat('UTC');
  }
  formats.set(zone, format);
  return format;
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  // Swedish dates are those of ISO-8601.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
}
