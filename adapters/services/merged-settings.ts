// Changes settings of a service: omitted members keep their values, at any depth.

/** The settings after a change. Maps are merged; lists, texts, numbers and booleans are replaced. */
export function mergedSettings<Settings extends object>(
  before: Settings,
  change: Settings,
): Settings {
  const known = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(change).map(([name, value]: [string, unknown]) => {
    const old = known.get(name);
    return [name, isMap(old) && isMap(value) ? mergedSettings(old, value) : value] as const;
  });
  return { ...before, ...Object.fromEntries(changed) };
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
