// Texts of times in a call.

/** Such as `1:02.30` since the opening of the session. */
export function printPlace(ms: number): string {
  const hundredths = Math.round(Math.max(0, ms) / 10);
  const seconds = Math.floor(hundredths / 100);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}

/** Such as `806 ms` or `1.20 s`. */
export function printSpan(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}
