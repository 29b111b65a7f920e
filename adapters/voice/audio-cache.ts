// Caches the audio of answered questions. Drops the least recently used first.

/** 64 MiB: about 20 minutes of linear16 at 24 kHz. */
const cachedBytesMax = 64 * 1024 * 1024;

export interface AudioCache<Value extends { readonly audio: Uint8Array }> {
  readonly get: (key: string) => Value | undefined;
  /** Audio above the limit is not cached. */
  readonly set: (key: string, value: Value) => void;
}

export function createAudioCache<Value extends { readonly audio: Uint8Array }>(
  bytesMax: number = cachedBytesMax,
): AudioCache<Value> {
  /** Ordered by last use, the latest last. */
  const values = new Map<string, Value>();
  let bytes = 0;

  const bytesOf = (key: string, { audio }: Value) => key.length + audio.length;

  function remove(key: string): void {
    const value = values.get(key);
    if (value !== undefined) bytes -= bytesOf(key, value);
    values.delete(key);
  }

  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      if (bytesOf(key, value) > bytesMax) return;
      values.set(key, value);
      bytes += bytesOf(key, value);
      for (const oldest of values.keys()) {
        if (bytes <= bytesMax) return;
        remove(oldest);
      }
    },
  };
}
