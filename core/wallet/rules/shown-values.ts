// Values that a service has shown, read with care.

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The second of an instant in UTC, as text that compares as time does; undefined for another form. */
export function secondOf(value: unknown): string | undefined {
  const isInstant = typeof value === 'string' && instant.test(value);
  return isInstant ? value.slice(0, 'yyyy-mm-ddThh:mm:ss'.length) : undefined;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
