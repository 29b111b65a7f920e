// The hosts of the endpoints in a message to the voice agent.

/** The hosts of all endpoints in any JSON value, sorted. */
export function endpointHosts(value: unknown): readonly string[] {
  const hosts = new Set<string>();
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next !== 'object' || next === null) continue;
    const { endpoint } = next as { readonly endpoint?: { readonly url?: unknown } | null };
    const url = typeof endpoint?.url === 'string' ? parsedUrl(endpoint.url) : undefined;
    if (url !== undefined) hosts.add(url.hostname);
    for (const member of Object.values(next)) rest.push(member);
  }
  return [...hosts].sort();
}

export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
